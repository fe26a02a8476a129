"""Kernels in Python, compiled by numba for the CPU executor. The calls of ark.device are here as numba sees them."""
from __future__ import annotations

import ctypes
import inspect
from typing import Any, Callable

import numpy

from . import _core, device
from ._kernels import Launched

try:
    import llvmlite.binding
    import numba
    from llvmlite import ir
    from numba.core import boxing, cgutils, types
    from numba.core.callconv import RETCODE_USEREXC
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.imputils import lower_cast, lower_constant
    from numba.extending import (box, intrinsic, models, overload, overload_attribute, register_jitable, register_model, typeof_impl, unbox)
    from numba.np import arrayobj, numpy_support
except ImportError as _missing:
    raise ImportError(f"ark.jit needs numba, 0.60 or later ({_missing}): pip install numba") from _missing

_MESSAGE_LINES = 12
# What numba's functions call only to enter the interpreter: also for BLAS, and to seed its random numbers.
_INTERPRETER = ("Py", "_Py", "numba_gil_", "numba_xx", "numba_ez_", "numba_xgesv", "numba_get_np_random", "numba_get_py_random")
_STRINGS = {"cmp": {name: value for value, name in enumerate(("==", "!=", ">", ">=", "<", "<="))}, "op": {"set": 1, "add": 2}}


# --- Types

class SymmetricArray(types.Array):
    """An array in the symmetric heap; its views too."""

    def __init__(self, dtype: types.Type, ndim: int, readonly: bool = False, layout: str = "C"):
        super().__init__(dtype, ndim, layout, readonly=readonly, name=f"symmetric {types.Array(dtype, ndim, layout, readonly=readonly)}")

    def copy(self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: Any = None) -> types.Array:
        """The type of a view; with dtype or readonly, of a copy, which is not symmetric."""
        if dtype is not None or readonly is not None:
            return super().copy(dtype, ndim, layout, readonly)
        return SymmetricArray(self.dtype, self.ndim if ndim is None else ndim, not self.mutable, layout or self.layout)


class PositionType(types.Type):
    """threadIdx and so on."""

    def __init__(self, first: int):
        super().__init__(f"ark.device.Position({first})")
        self.first = first


register_model(SymmetricArray)(models.ArrayModel)
register_model(PositionType)(models.OpaqueModel)
unbox(SymmetricArray)(boxing.unbox_array)
box(SymmetricArray)(boxing.box_array)
lower_cast(SymmetricArray, types.Array)(lambda context, builder, fromty, toty, value: value)
typeof_impl.register(device.Position)(lambda value, _: PositionType(value._first))  # pylint: disable=protected-access
lower_constant(PositionType)(lambda context, builder, type_, value: context.get_dummy_value())


# --- Functions of C

def _load() -> dict[str, types.ExternalFunction]:
    found = {}
    for name, (address, result, parameters) in _core.device_functions().items():
        llvmlite.binding.add_symbol(f"ark_device_{name}", address)
        found[name] = types.ExternalFunction(f"ark_device_{name}", getattr(types, result)(*(getattr(types, one) for one in parameters)))
    return found


_C = _load()
_in_kernel, _has_elements, _element_at = (_C[one] for one in ("in_kernel", "has_elements", "element_at"))
_NO_INDEX = -1 << 63


class _Refused(TypeError):
    """A use that ark refuses, not numba."""


def _refuse(call: str, argument: str, given: Any, accepted: str) -> None:
    raise _Refused(f"ark.device.{call}: {argument} is {given}: {accepted}")


def _array(call: str, argument: str, given: Any, is_symmetric: bool, is_written: bool) -> None:
    if not isinstance(given, types.Array) or given.layout not in "CF":
        _refuse(call, argument, given, "a contiguous array")
    if is_symmetric and not isinstance(given, SymmetricArray):
        _refuse(call, argument, given, "an argument of the kernel that is an array of ark.empty, zeros or full, or a slice of one")
    if is_written and not given.mutable:
        _refuse(call, argument, given, "a writeable array")


def _number(call: str, argument: str, given: Any, dtype: Any = types.int64) -> None:
    number = types.unliteral(given)
    if not isinstance(number, (types.Integer, types.Boolean)) and not (isinstance(number, types.Float) and isinstance(dtype, types.Float)):
        _refuse(call, argument, given, f"an integer, for {dtype}" if isinstance(dtype, types.Integer) else f"a number, for {dtype}")


def _index(call: str, given: Any) -> None:
    if given is not None and not isinstance(given, (types.NoneType, types.Omitted)):
        _number(call, "index", given)


def _string(call: str, argument: str, given: Any) -> int:
    value = getattr(given, "literal_value", getattr(given, "value", given))
    if not isinstance(value, str) or value not in _STRINGS[argument]:
        _refuse(call, argument, repr(value) if isinstance(value, str) else given,
                f"one of {', '.join(map(repr, _STRINGS[argument]))}, as a constant")
    return _STRINGS[argument][value]


def _signal(call: str, given: Any, index: Any) -> None:
    _array(call, "signal", given, True, False)
    if given.dtype != types.uint64:
        _refuse(call, "signal", given, "one of dtype uint64")
    _index(call, index)


@intrinsic
def _address(_, array):
    """The address of the first element."""
    def read(context, builder, signature, arguments):
        of = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.ptrtoint(of.data, context.get_value_type(types.intp))
    return types.intp(array), read


# The checks are functions of C, and these raise: numba's code for exceptions would keep LLVM from inlining.
@register_jitable
def _require_kernel():
    if _in_kernel() == 0:
        raise RuntimeError("called outside of a kernel: a function with @ark.jit")


@register_jitable
def _refuse_elements(count, most_dest, most_source):
    _require_kernel()
    raise IndexError("n is not from 0 to the elements of dest and of source:", count, most_dest, most_source)


@register_jitable
def _refuse_index(index, count):
    _require_kernel()
    if index == _NO_INDEX:
        raise IndexError("index is needed for an array of several elements; it has", count)
    raise IndexError("index is beyond the array's elements:", index, count)


@register_jitable
def _element(array, index):
    at = numpy.int64(_NO_INDEX if index is None else index)
    address = _element_at(_address(array), array.itemsize, array.size, at)
    if address == 0:
        _refuse_index(at, array.size)
    return address


@register_jitable
def _elements(n, most_dest, most_source):
    if _has_elements(n, most_dest, most_source) == 0:
        _refuse_elements(n, most_dest, most_source)
    return numpy.uint64(n)


def _same_type(call: str, dest: Any, source: Any) -> str:
    if dest.dtype != source.dtype:
        _refuse(call, "source", source, f"one of dest's dtype, {dest.dtype}")
    return f"{call}_{numpy_support.as_dtype(dest.dtype).itemsize}"


def _typed(call: str, array: Any) -> types.ExternalFunction:
    name = f"{call}_{array.dtype}"
    if name not in _C:
        accepted = sorted(one.rsplit("_", 1)[1] for one in _C if one.rsplit("_", 1)[0] == call)
        _refuse(call, "dtype", array.dtype, f"one of {', '.join(accepted)}")
    return _C[name]


# --- Calls of ark.device

def _define_transfer(call: str) -> None:
    is_put = call.startswith("put")

    @overload(getattr(device, call))
    def transfer(dest, source, n, pe):
        _array(call, "dest", dest, is_put, True)
        _array(call, "source", source, not is_put, False)
        _number(call, "n", n)
        _number(call, "pe", pe)
        function = _C[_same_type(call, dest, source)]

        def move(dest, source, n, pe):
            count = _elements(numpy.int64(n), dest.size, source.size)
            function(_address(dest), _address(source), count, pe)
        return move


def _define_put_signal(call: str) -> None:
    @overload(getattr(device, call), prefer_literal=True)
    def transfer(dest, source, n, signal, value, pe, op="set", index=None):
        _array(call, "dest", dest, True, True)
        _array(call, "source", source, False, False)
        _number(call, "n", n)
        _signal(call, signal, index)
        _number(call, "value", value)
        _number(call, "pe", pe)
        how, function = _string(call, "op", op), _C[_same_type(call, dest, source)]

        def move(dest, source, n, signal, value, pe, op="set", index=None):
            count = _elements(numpy.int64(n), dest.size, source.size)
            function(_address(dest), _address(source), count, _element(signal, index), numpy.uint64(value), how, pe)
        return move


@overload(device.signal_update, prefer_literal=True)
def _signal_update(signal, value, pe, op="set", index=None):
    _signal("signal_update", signal, index)
    _number("signal_update", "value", value)
    _number("signal_update", "pe", pe)
    how, function = _string("signal_update", "op", op), _C["signal_update"]
    return lambda signal, value, pe, op="set", index=None: function(_element(signal, index), numpy.uint64(value), how, pe)


@overload(device.signal_wait_until, prefer_literal=True)
def _signal_wait_until(signal, cmp, value, index=None):
    _signal("signal_wait_until", signal, index)
    _number("signal_wait_until", "value", value)
    how, function = _string("signal_wait_until", "cmp", cmp), _C["signal_wait_until"]
    return lambda signal, cmp, value, index=None: function(_element(signal, index), how, numpy.uint64(value))


@overload(device.signal_fetch)
def _signal_fetch(signal, index=None):
    _signal("signal_fetch", signal, index)
    function = _C["signal_fetch"]
    return lambda signal, index=None: function(_element(signal, index))


def _define_with_value(call: str) -> None:
    @overload(getattr(device, call))
    def update(dest, value, pe, index=None):
        _array(call, "dest", dest, True, True)
        _number(call, "value", value, dest.dtype)
        _number(call, "pe", pe)
        _index(call, index)
        function, dtype = _typed(call, dest), dest.dtype
        return lambda dest, value, pe, index=None: function(_element(dest, index), dtype(value), pe)


def _define_read(call: str) -> None:
    @overload(getattr(device, call))
    def read(source, pe, index=None):
        _array(call, "source", source, True, False)
        _number(call, "pe", pe)
        _index(call, index)
        function = _typed(call, source)
        return lambda source, pe, index=None: function(_element(source, index), pe)


def _define_increment(call: str) -> None:
    @overload(getattr(device, call))
    def increment(dest, pe, index=None):
        _array(call, "dest", dest, True, True)
        _number(call, "pe", pe)
        _index(call, index)
        function = _typed(call, dest)
        return lambda dest, pe, index=None: function(_element(dest, index), pe)


@overload(device.atomic_compare_swap)
def _compare_swap(dest, condition, value, pe, index=None):
    _array("atomic_compare_swap", "dest", dest, True, True)
    for argument, given in (("condition", condition), ("value", value)):
        _number("atomic_compare_swap", argument, given, dest.dtype)
    _number("atomic_compare_swap", "pe", pe)
    _index("atomic_compare_swap", index)
    function, dtype = _typed("atomic_compare_swap", dest), dest.dtype
    return lambda dest, condition, value, pe, index=None: function(_element(dest, index), dtype(condition), dtype(value), pe)


def _define_plain(call: str) -> None:
    function = _C[call]

    @overload(getattr(device, call))
    def plain():
        def run():
            _require_kernel()
            return function()
        return run


def _define_component(name: str, offset: int) -> None:
    function = _C["position"]

    @overload_attribute(PositionType, name)
    def component(at):
        number = at.first + offset

        def read(at):
            _require_kernel()
            return function(number)
        return read


for _define, _calls in ((_define_transfer, "put put_nbi get get_nbi"), (_define_put_signal, "put_signal put_signal_nbi"),
                        (_define_with_value, "p atomic_add atomic_fetch_add atomic_set atomic_swap"), (_define_read, "g atomic_fetch"),
                        (_define_increment, "atomic_inc atomic_fetch_inc"),
                        (_define_plain, "my_pe n_pes fence quiet barrier_all sync_threads")):
    for _call in _calls.split():
        _define(_call)
for _offset, _component in enumerate("xyz"):
    _define_component(_component, _offset)


# --- Compilation

def _argument_types(name: str, arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """(dtype, dimensions or -1 for a number, is_writeable, is_symmetric) of each."""
    found: list[tuple[Any, ...]] = []
    for i, value in enumerate(arguments):
        if isinstance(value, (bool, numpy.bool_)):
            found.append(("bool", -1, True, False))
        elif isinstance(value, (int, numpy.integer)):
            found.append((value.dtype.name if isinstance(value, numpy.integer) else "int64" if value < 1 << 63 else "uint64", -1, True, False))
        elif isinstance(value, (float, numpy.floating)):
            found.append(("float32" if isinstance(value, numpy.float32) else "float64", -1, True, False))
        else:
            found.append(_core.describe_array(value, name, f"argument {i}"))
    return tuple(found)


def _numba_type(dtype: str, dimensions: int, is_writeable: bool, is_symmetric: bool) -> types.Type:
    element = numpy_support.from_dtype(numpy.dtype(dtype))
    if dimensions < 0:
        return element
    return SymmetricArray(element, dimensions, not is_writeable) if is_symmetric else types.Array(element, dimensions, "C", readonly=not is_writeable)


def _from_slots(context: Any, builder: Any, slots: Any, given: tuple[types.Type, ...]) -> list[Any]:
    """The values of the arguments; src/kernels.cpp fills the slots."""
    word, at = ir.IntType(64), 0

    def load(kind: Any) -> Any:
        nonlocal at
        at += 1
        return builder.load(builder.bitcast(builder.gep(slots, [ir.Constant(word, at - 1)]), kind.as_pointer()))
    values = []
    for one in given:
        if not isinstance(one, types.Array):
            kind = context.get_data_type(one)
            values.append(context.data_model_manager[one].from_data(builder, load(kind)))
            continue
        array = context.make_array(one)(context, builder)
        data = load(array.data.type)
        shape = [load(word) for _ in range(one.ndim)]
        itemsize = context.get_abi_sizeof(context.get_data_type(one.dtype))
        strides = [ir.Constant(word, itemsize)]
        for size in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], size))
        arrayobj.populate_array(array, data=data, shape=shape, strides=strides[:one.ndim], itemsize=itemsize, meminfo=None)
        values.append(array._getvalue())  # pylint: disable=protected-access
    return values


def _link(compiled: Any) -> tuple[Any, int, Callable[[int], Any]]:
    """(library, code, raise) for a compiled function: the code takes the slots of a launch, and raise an exception that it left."""
    context, described = compiled.target_context, compiled.fndesc
    module = context.create_module("ark_kernel")
    word, pointer = ir.IntType(64), ir.IntType(8).as_pointer()
    names = {part: f"ark_kernel_{part}_{described.unique_name}" for part in ("code", "raise")}
    callee = ir.Function(module, context.call_conv.get_function_type(described.restype, described.argtypes), described.llvm_func_name)
    code = ir.Function(module, ir.FunctionType(ir.IntType(32), [word.as_pointer(), pointer.as_pointer()]), names["code"])
    builder = ir.IRBuilder(code.append_basic_block())
    arguments = _from_slots(context, builder, code.args[0], described.argtypes)
    status, _ = context.call_conv.call_function(builder, callee, described.restype, described.argtypes, arguments)
    builder.store(builder.bitcast(status.excinfoptr, pointer), code.args[1])
    builder.ret(builder.zext(status.is_error, ir.IntType(32)))
    record = status.excinfoptr.type
    raiser = ir.Function(module, ir.FunctionType(pointer, [pointer]), names["raise"])
    builder = ir.IRBuilder(raiser.append_basic_block())
    interpreter = context.get_python_api(builder)
    left = status._replace(code=RETCODE_USEREXC, excinfoptr=builder.bitcast(raiser.args[0], record))
    interpreter.raise_object(context.call_conv.unpack_exception(builder, interpreter, left))
    builder.ret(cgutils.get_null_value(pointer))
    library = compiled.library.codegen.create_library("ark_kernel")
    library.add_ir_module(module)
    library.add_linking_library(compiled.library)
    library.finalize()
    addresses = [library.get_pointer_to_function(one) for one in names.values()]
    _require_native(library.get_llvm_str(), names["code"])
    return library, addresses[0], ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p)(addresses[1])


def _require_native(text: str, entry: str) -> None:
    """Lanes have small stacks and no thread of the interpreter."""
    functions = {one.name: one for one in llvmlite.binding.parse_assembly(text).functions}
    seen, left = {entry}, [entry]
    while left:
        name = left.pop()
        if name.startswith(_INTERPRETER):
            raise _Refused("it enters the interpreter, as print, objmode, numpy.random and BLAS of numpy.dot and numpy.linalg do: "
                            "numba's other functions of nopython mode")
        for block in functions[name].blocks:
            for instruction in block.instructions:
                called = list(instruction.operands)[-1].name if instruction.opcode in ("call", "invoke") else ""
                if called in functions and called not in seen:
                    seen.add(called)
                    left.append(called)


def _exception_of(raiser: Callable[[int], Any], address: int) -> BaseException:
    try:
        raiser(address)
    except BaseException as problem:  # pylint: disable=broad-exception-caught
        if len(problem.args) > 1 and isinstance(problem.args[0], str) and type(problem) in (IndexError, ValueError):
            problem.args = (" ".join(map(str, problem.args)),)
        return problem
    return SystemError("numba's function failed without an exception")


class JitKernel(Launched):
    """A kernel of ark.jit."""

    def __init__(self, function: Callable[..., None], **options: Any):
        self._function = function
        self._name = function.__name__
        self._parameters = list(inspect.signature(function).parameters.values())
        if any(one.kind is not one.POSITIONAL_OR_KEYWORD or one.default is not one.empty for one in self._parameters):
            raise TypeError(f"jit: {self._name}{inspect.signature(function)}: parameters without *, ** and default values")
        self._dispatcher = numba.njit(function, **options)
        self._compiled: dict[tuple[Any, ...], Any] = {}
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"<ark.jit {self._name}{inspect.signature(self._function)}>"

    def _launch(self, grid: Any, block: Any, stream: Any, *arguments: Any, **keywords: Any) -> None:
        if len(arguments) != len(self._parameters):
            raise TypeError(f"{self._name}: {len(arguments)} arguments: {len(self._parameters)}, for {self._name}{inspect.signature(self._function)}")
        given = _argument_types(self._name, arguments)
        kernel = self._compiled.get(given)
        if kernel is None:
            kernel = self._compiled[given] = self._compile(given)
        kernel.launch(grid, block, stream, *arguments, **keywords)

    @global_compiler_lock
    def _compile(self, given: tuple[tuple[Any, ...], ...]) -> Any:
        wanted = tuple(_numba_type(*one) for one in given)
        signature = f"{self._name}({', '.join(map(str, wanted))})"
        try:
            self._dispatcher.compile(wanted)
            compiled = self._dispatcher.overloads[wanted]
            if compiled.signature.return_type != types.none:
                raise _Refused(f"it returns {compiled.signature.return_type}: nothing")
            library, code, raiser = _link(compiled)
        except _Refused as problem:
            raise TypeError(f"{signature}: {problem}") from None
        except Exception as problem:  # numba lets more than its own escape
            lines = "\n".join(str(problem).splitlines()[:_MESSAGE_LINES])
            raise ValueError(f"{signature} does not compile: Python of numba's nopython mode. It printed:\n{lines}") from problem
        parameters = []
        for (dtype, dimensions, is_writeable, _), type_ in zip(given, wanted):
            element = numpy.dtype(dtype)
            parameters.append((element.kind, element.itemsize, dimensions, not is_writeable, str(type_)))
        made = _core.make_jit_kernel(self._name, parameters, code, lambda address: _exception_of(raiser, address))
        _kept.append(library)
        return made


_kept: list[Any] = []  # code that may run until the process ends


def jit(function: Callable[..., None] | None = None, *, boundscheck: bool = True, fastmath: bool = False) -> Any:
    """Decorator: a kernel in Python, compiled by numba, for the CPU executor.

        @ark.jit
        def ring(inbox, mine, arrived):
            if ark.device.threadIdx.x == 0:
                right = (ark.device.my_pe() + 1) % ark.device.n_pes()
                ark.device.put_signal(inbox, mine, mine.size, arrived, 1, right)
                ark.device.signal_wait_until(arrived, "==", 1)

        ring[1, 32](inbox, mine, arrived, collective=True)

    It is launched as an ark.Kernel is, which has the contract. Parameters are arrays and numbers; the kernel is compiled for their types
    by the first launch with them. The kernel returns nothing, and calls ark.device, numba's functions of nopython mode, and functions
    with numba.njit. boundscheck: an index beyond an array is an IndexError, else undefined. fastmath: as numba's.

    An exception in a lane ends the kernel. The wait for it (Stream.sync, device_sync) raises ark.Error (aborted) with PE, kernel, block and
    thread, whose __cause__ is the exception.

    A launch raises TypeError for arguments, for wrong types of the arguments of ark.device, and for what would enter the interpreter;
    ValueError for Python that numba does not compile, with its first lines; and what a launch of ark.Kernel raises.
    """
    if function is None:
        return lambda made: jit(made, boundscheck=boundscheck, fastmath=fastmath)
    if not inspect.isfunction(function):
        raise TypeError(f"jit: function is {function!r}: a function of Python")
    return JitKernel(function, boundscheck=boundscheck, fastmath=fastmath)
