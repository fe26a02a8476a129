"""The calls of ark.device, as numba's compilers for the CPU executor and for GPUs see them."""
from __future__ import annotations

from typing import Any

import numpy

from . import device

# By the values of ark_cmp_t and ark_signal_op_t.
STRINGS = {"cmp": {name: value for value, name in enumerate(("==", "!=", ">", ">=", "<", "<="))}, "op": {"set": 1, "add": 2}}
_NO_INDEX = -1 << 63


def array_types(types: Any) -> tuple[Any, Any]:
    """The types of symmetric arrays and of positions, for the compiler with these `types`."""
    class SymmetricArray(types.Array):
        """An array in the symmetric heap; its views too."""

        def __init__(self, dtype: Any, ndim: int, readonly: bool = False, layout: str = "C"):
            super().__init__(dtype, ndim, layout, readonly=readonly, name=f"symmetric {types.Array(dtype, ndim, layout, readonly=readonly)}")

        def copy(self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: Any = None) -> Any:
            """The type of a view; with dtype or readonly, of a copy, which is not symmetric."""
            if dtype is not None or readonly is not None:
                return super().copy(dtype, ndim, layout, readonly)
            return SymmetricArray(self.dtype, self.ndim if ndim is None else ndim, not self.mutable, layout or self.layout)

    class PositionType(types.Type):
        """threadIdx and so on."""

        def __init__(self, first: int):
            super().__init__(f"ark.device.Position({first})")
            self.first = first
    return SymmetricArray, PositionType


class Refused(TypeError):
    """A use that ark refuses, not numba."""


def _refuse(call: str, argument: str, given: Any, accepted: str) -> None:
    raise Refused(f"ark.device.{call}: {argument} is {given}: {accepted}")


def _string(call: str, argument: str, given: Any) -> int:
    value = getattr(given, "literal_value", getattr(given, "value", given))
    if not isinstance(value, str) or value not in STRINGS[argument]:
        _refuse(call, argument, repr(value) if isinstance(value, str) else given,
                f"one of {', '.join(map(repr, STRINGS[argument]))}, as a constant")
    return STRINGS[argument][value]


def define(target: Any, functions: dict[str, Any]) -> None:  # pylint: disable=too-many-statements,too-many-locals
    """Makes ark.device known to a compiler. `target` has numba's types, decorators and numpy_support for it, and SymmetricArray,
    PositionType and RAISES_VALUES, of exceptions; `functions`, by their names in device_calls.hpp, what its kernels call.
    """
    types, overload, numpy_support = target.types, target.overload, target.numpy_support
    in_kernel, has_elements, element_at = (functions[one] for one in ("in_kernel", "has_elements", "element_at"))

    def check_array(call: str, argument: str, given: Any, is_symmetric: bool, is_written: bool) -> None:
        if not isinstance(given, types.Array) or given.layout not in "CF":
            _refuse(call, argument, given, "a contiguous array")
        if is_symmetric and not isinstance(given, target.SymmetricArray):
            _refuse(call, argument, given, "an argument of the kernel that is an array of ark.empty, zeros or full, or a slice of one")
        if is_written and not given.mutable:
            _refuse(call, argument, given, "a writeable array")

    def check_number(call: str, argument: str, given: Any, dtype: Any = types.int64) -> None:
        number = types.unliteral(given)
        if not isinstance(number, (types.Integer, types.Boolean)) and not (isinstance(number, types.Float) and isinstance(dtype, types.Float)):
            _refuse(call, argument, given, f"an integer, for {dtype}" if isinstance(dtype, types.Integer) else f"a number, for {dtype}")

    def check_index(call: str, given: Any) -> None:
        if given is not None and not isinstance(given, (types.NoneType, types.Omitted)):
            check_number(call, "index", given)

    def check_signal(call: str, given: Any, index: Any) -> None:
        check_array(call, "signal", given, True, False)
        if given.dtype != types.uint64:
            _refuse(call, "signal", given, "one of dtype uint64")
        check_index(call, index)

    @target.intrinsic
    def address_of(_, array):
        """The address of the first element."""
        def read(context, builder, signature, arguments):
            of = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.ptrtoint(of.data, context.get_value_type(types.intp))
        return types.intp(array), read

    # The checks are functions of C, and these raise: numba's code for exceptions would keep LLVM from inlining.
    @target.register_jitable
    def require_kernel():
        if in_kernel() == 0:
            raise RuntimeError("called outside of a kernel: a function with @ark.jit")

    if target.RAISES_VALUES:
        @target.register_jitable
        def refuse_elements(count, most_dest, most_source):
            require_kernel()
            raise IndexError("n is not from 0 to the elements of dest and of source:", count, most_dest, most_source)

        @target.register_jitable
        def refuse_index(index, count):
            require_kernel()
            if index == _NO_INDEX:
                raise IndexError("index is needed for an array of several elements; it has", count)
            raise IndexError("index is beyond the array's elements:", index, count)
    else:  # the function that found it has recorded the failure, and this ends the thread
        @target.register_jitable
        def refuse_elements(count, most_dest, most_source):
            raise IndexError("n is not from 0 to the elements of dest and of source")

        @target.register_jitable
        def refuse_index(index, count):
            raise IndexError("index is beyond the array's elements")

    @target.register_jitable
    def element(array, index):
        at = numpy.int64(_NO_INDEX if index is None else index)
        address = element_at(address_of(array), array.itemsize, array.size, at)
        if address == 0:
            refuse_index(at, array.size)
        return address

    @target.register_jitable
    def elements(n, most_dest, most_source):
        if has_elements(n, most_dest, most_source) == 0:
            refuse_elements(n, most_dest, most_source)
        return numpy.uint64(n)

    def sized(call: str, dest: Any, source: Any) -> str:
        if dest.dtype != source.dtype:
            _refuse(call, "source", source, f"one of dest's dtype, {dest.dtype}")
        return f"{call}_{numpy_support.as_dtype(dest.dtype).itemsize}"

    def typed(call: str, array: Any) -> Any:
        name = f"{call}_{array.dtype}"
        if name not in functions:
            accepted = sorted(one.rsplit("_", 1)[1] for one in functions if one.rsplit("_", 1)[0] == call)
            _refuse(call, "dtype", array.dtype, f"one of {', '.join(accepted)}")
        return functions[name]

    # --- Calls of ark.device

    def define_transfer(call: str) -> None:
        is_put = call.startswith("put")

        @overload(getattr(device, call))
        def transfer(dest, source, n, pe):
            check_array(call, "dest", dest, is_put, True)
            check_array(call, "source", source, not is_put, False)
            check_number(call, "n", n)
            check_number(call, "pe", pe)
            function = functions[sized(call, dest, source)]

            def move(dest, source, n, pe):
                count = elements(numpy.int64(n), dest.size, source.size)
                function(address_of(dest), address_of(source), count, pe)
            return move

    def define_put_signal(call: str) -> None:
        @overload(getattr(device, call), prefer_literal=True)
        def transfer(dest, source, n, signal, value, pe, op="set", index=None):
            check_array(call, "dest", dest, True, True)
            check_array(call, "source", source, False, False)
            check_number(call, "n", n)
            check_signal(call, signal, index)
            check_number(call, "value", value)
            check_number(call, "pe", pe)
            how, function = _string(call, "op", op), functions[sized(call, dest, source)]

            def move(dest, source, n, signal, value, pe, op="set", index=None):
                count = elements(numpy.int64(n), dest.size, source.size)
                function(address_of(dest), address_of(source), count, element(signal, index), numpy.uint64(value), how, pe)
            return move

    @overload(device.signal_update, prefer_literal=True)
    def signal_update(signal, value, pe, op="set", index=None):
        check_signal("signal_update", signal, index)
        check_number("signal_update", "value", value)
        check_number("signal_update", "pe", pe)
        how, function = _string("signal_update", "op", op), functions["signal_update"]
        return lambda signal, value, pe, op="set", index=None: function(element(signal, index), numpy.uint64(value), how, pe)

    @overload(device.signal_wait_until, prefer_literal=True)
    def signal_wait_until(signal, cmp, value, index=None):
        check_signal("signal_wait_until", signal, index)
        check_number("signal_wait_until", "value", value)
        how, function = _string("signal_wait_until", "cmp", cmp), functions["signal_wait_until"]
        return lambda signal, cmp, value, index=None: function(element(signal, index), how, numpy.uint64(value))

    @overload(device.signal_fetch)
    def signal_fetch(signal, index=None):
        check_signal("signal_fetch", signal, index)
        function = functions["signal_fetch"]
        return lambda signal, index=None: function(element(signal, index))

    def define_with_value(call: str) -> None:
        @overload(getattr(device, call))
        def update(dest, value, pe, index=None):
            check_array(call, "dest", dest, True, True)
            check_number(call, "value", value, dest.dtype)
            check_number(call, "pe", pe)
            check_index(call, index)
            function, dtype = typed(call, dest), dest.dtype
            return lambda dest, value, pe, index=None: function(element(dest, index), dtype(value), pe)

    def define_read(call: str) -> None:
        @overload(getattr(device, call))
        def read(source, pe, index=None):
            check_array(call, "source", source, True, False)
            check_number(call, "pe", pe)
            check_index(call, index)
            function = typed(call, source)
            return lambda source, pe, index=None: function(element(source, index), pe)

    def define_increment(call: str) -> None:
        @overload(getattr(device, call))
        def increment(dest, pe, index=None):
            check_array(call, "dest", dest, True, True)
            check_number(call, "pe", pe)
            check_index(call, index)
            function = typed(call, dest)
            return lambda dest, pe, index=None: function(element(dest, index), pe)

    @overload(device.atomic_compare_swap)
    def compare_swap(dest, condition, value, pe, index=None):
        check_array("atomic_compare_swap", "dest", dest, True, True)
        for argument, given in (("condition", condition), ("value", value)):
            check_number("atomic_compare_swap", argument, given, dest.dtype)
        check_number("atomic_compare_swap", "pe", pe)
        check_index("atomic_compare_swap", index)
        function, dtype = typed("atomic_compare_swap", dest), dest.dtype
        return lambda dest, condition, value, pe, index=None: function(element(dest, index), dtype(condition), dtype(value), pe)

    def define_plain(call: str) -> None:
        function = functions[call]

        @overload(getattr(device, call))
        def plain():
            def run():
                require_kernel()
                return function()
            return run

    def define_component(name: str, offset: int) -> None:
        function = functions["position"]

        @target.overload_attribute(target.PositionType, name)
        def component(at):
            number = at.first + offset

            def read(at):
                require_kernel()
                return function(number)
            return read

    for define_one, calls in ((define_transfer, "put put_nbi get get_nbi"), (define_put_signal, "put_signal put_signal_nbi"),
                            (define_with_value, "p atomic_add atomic_fetch_add atomic_set atomic_swap"), (define_read, "g atomic_fetch"),
                            (define_increment, "atomic_inc atomic_fetch_inc"),
                            (define_plain, "my_pe n_pes fence quiet barrier_all sync_threads")):
        for call in calls.split():
            define_one(call)
    for offset, component in enumerate("xyz"):
        define_component(component, offset)
