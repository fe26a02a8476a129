"""The types of OpenSHMEM's families, the sizes in bits, and the scopes: scripts/api/generate makes the names of them."""

# OpenSHMEM's type names, in its order.
RMA = [
    ("float", "float"), ("double", "double"), ("char", "char"), ("schar", "signed char"),
    ("short", "short"), ("int", "int"), ("long", "long"), ("longlong", "long long"),
    ("uchar", "unsigned char"), ("ushort", "unsigned short"), ("uint", "unsigned int"),
    ("ulong", "unsigned long"), ("ulonglong", "unsigned long long"),
    ("int8", "int8_t"), ("int16", "int16_t"), ("int32", "int32_t"), ("int64", "int64_t"),
    ("uint8", "uint8_t"), ("uint16", "uint16_t"), ("uint32", "uint32_t"), ("uint64", "uint64_t"),
    ("size", "size_t"), ("ptrdiff", "ptrdiff_t"),
]
LONG_DOUBLE = [("longdouble", "long double")]  # of RMA's families; GPUs have none
COMPLEX = [("complexf", "std::complex<float>"), ("complexd", "std::complex<double>")]
AMO_NAMES = ["int", "long", "longlong", "uint", "ulong", "ulonglong", "int32", "int64", "uint32",
             "uint64", "size", "ptrdiff"]
BITWISE_NAMES = ["uint", "ulong", "ulonglong", "int32", "int64", "uint32", "uint64"]
REDUCE_BITWISE_NAMES = ["uchar", "ushort", "uint", "ulong", "ulonglong", "int8", "int16", "int32", "int64", "uint8", "uint16",
                        "uint32", "uint64", "size"]
TYPE_LISTS = {
    "RMA": RMA,
    "LONG_DOUBLE": LONG_DOUBLE,
    "AMO": [t for t in RMA if t[0] in AMO_NAMES],
    "EXTENDED": [t for t in RMA if t[0] in AMO_NAMES + ["float", "double"]],
    "ADDABLE": [t for t in RMA if t[0] in ("int32", "int64", "uint32", "uint64", "float", "double")],
    "BITWISE": [t for t in RMA if t[0] in BITWISE_NAMES],
    "REDUCE_BITWISE": [t for t in RMA if t[0] in REDUCE_BITWISE_NAMES],
}
SIZES = [8, 16, 32, 64, 128]
SCOPES = [("", "thread"), ("_warp", "warp"), ("_block", "block")]
