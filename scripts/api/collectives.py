"""The collectives, a row for each: the names of C++ and C, typed, for bytes, for complex elements, of a scope and in the order of
a stream are made of them by scripts/api/generate.
"""
import dataclasses

STRIDED = "std::ptrdiff_t dest_stride, std::ptrdiff_t source_stride, std::size_t count"

SHAPES = {  # parameters behind team, dest and source, and the arguments that pass them on
    "count": ("std::size_t count", "count"),
    "root": ("std::size_t count, int root", "count, root"),
    "strided": (STRIDED, "dest_stride, source_stride, count"),
}


@dataclasses.dataclass(frozen=True)
class Collective:
    name: str                   # ark_TYPE_name
    function: str               # ark::function
    shape: str = "count"        # of SHAPES
    types: str = "RMA"          # of element_types.TYPE_LISTS
    operator: str = ""          # of a reduction
    in_place: bool = False      # dest may be source
    has_bytes: bool = False     # there is ark_namemem
    has_complex: bool = False   # there are ark_complexf_name and ark_complexd_name
    depends_on: str = "BITS"    # of the type: BITS its size, NUMBER integer or floating as well, ORDERED its sign as well
    bytes: bool = False         # this row is that of ark_namemem

    def parameters(self, element):
        """Of the function for elements of a type."""
        return f"ark_team_t team, {element}* dest, const {element}* source, {self._counted(SHAPES[self.shape][0])}"

    def arguments(self):
        """Of the call, behind team, dest and source."""
        operator = f", ark::device::collective::{self.operator}_op{{}}" if self.operator else ""
        return self._counted(SHAPES[self.shape][1]) + operator

    def of_bytes(self):
        return dataclasses.replace(self, bytes=True)

    def _counted(self, text):
        return text.replace("count", "bytes") if self.bytes and self.shape != "strided" else text


def reduction(operator, **columns):
    return Collective(f"{operator}_reduce", "reduce", operator=operator, in_place=True, **columns)


COLLECTIVES = [
    Collective("broadcast", "broadcast", shape="root", in_place=True, has_bytes=True),
    Collective("collect", "collect", has_bytes=True),
    Collective("fcollect", "fcollect", has_bytes=True),
    Collective("alltoall", "alltoall", has_bytes=True),
    Collective("sum_inscan", "sum_inscan", in_place=True, has_complex=True, depends_on="NUMBER"),
    Collective("sum_exscan", "sum_exscan", in_place=True, has_complex=True, depends_on="NUMBER"),
    Collective("alltoalls", "alltoalls", shape="strided", has_bytes=True),
    reduction("sum", has_complex=True, depends_on="NUMBER"),
    reduction("prod", has_complex=True, depends_on="NUMBER"),
    reduction("min", depends_on="ORDERED"),
    reduction("max", depends_on="ORDERED"),
    reduction("and", types="REDUCE_BITWISE"),
    reduction("or", types="REDUCE_BITWISE"),
    reduction("xor", types="REDUCE_BITWISE"),
]
