"""Kernels in Python, compiled by numba for the CPU executor."""
from __future__ import annotations

import ctypes
import inspect
import re
import sys
from typing import Any, Callable, Sequence

import numpy

from . import _core, _jit_calls, _nvrtc, device
from ._jit_calls import Refused
from ._kernels import Launched, target_of

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

RAISES_VALUES = True
_MESSAGE_LINES = 12
# What numba's functions call only to enter the interpreter: also for BLAS, and to seed its random numbers.
_INTERPRETER = ("Py", "_Py", "numba_gil_", "numba_xx", "numba_ez_", "numba_xgesv", "numba_get_np_random", "numba_get_py_random")


# --- Types

SymmetricArray, PositionType = _jit_calls.array_types(types)
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


_jit_calls.define(sys.modules[__name__], _load())


# --- Compilation

def _argument_types(name: str, arguments: tuple[Any, ...], is_for_gpu: bool) -> tuple[tuple[Any, ...], ...]:
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
            found.append(_core.describe_array(value, name, f"argument {i}", is_for_gpu))
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
            raise Refused("it enters the interpreter, as print, objmode, numpy.random and BLAS of numpy.dot and numpy.linalg do: "
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


def _parameters_of(given: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """As src/kernels.cpp has them."""
    made = []
    for one in given:
        element = numpy.dtype(one[0])
        made.append((element.kind, element.itemsize, one[1], not one[2], str(_numba_type(*one))))
    return made


def _cuda() -> Any:
    from . import _jit_cuda  # pylint: disable=import-outside-toplevel  # needs numba-cuda
    return _jit_cuda


_TYPE = re.compile(r"(symmetric )?(\w+)(?:\[(:(?:, ?:)*)\])?")


def _described(call: str, text: Any) -> tuple[Any, ...]:
    """As _argument_types, of a type as text."""
    found = _TYPE.fullmatch(text) if isinstance(text, str) else None
    try:
        dtype = numpy.dtype(found[2]).name if found is not None else ""
    except TypeError:
        dtype = ""
    if found is None or not dtype or (found[1] and not found[3]):
        raise ValueError(f"{call}: type is {text!r}: as 'int64', 'float64[:]' or 'symmetric float64[:, :]'")
    return dtype, found[3].count(":") if found[3] else -1, True, found[1] is not None


class JitKernel(Launched):
    """A kernel of ark.jit."""

    def __init__(self, function: Callable[..., None], target: str | None, arch: str | None, options: dict[str, Any]):
        self._function, self._target, self._arch, self._options = function, target, arch, options
        self._name = function.__name__
        self._parameters = list(inspect.signature(function).parameters.values())
        if any(one.kind is not one.POSITIONAL_OR_KEYWORD or one.default is not one.empty for one in self._parameters):
            raise TypeError(f"jit: {self._name}{inspect.signature(function)}: parameters without *, ** and default values")
        self._dispatcher = numba.njit(function, **options)
        self._compiled: dict[tuple[Any, ...], Any] = {}
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"<ark.jit {self._name}{inspect.signature(self._function)}>"

    def compile(self, *types_of: str, arch: str | None = None) -> _nvrtc.Module:
        """Compile for a GPU, which need not be there: a module with ptx, cubin (of arch='sm_N') and entries, {name: name in it}.

        types_of: of the arguments, as 'int64', 'float64[:]' for an array in other memory of the GPU, 'symmetric float64[:, :]'.
        """
        wanted = arch or self._arch
        if wanted is None:
            raise ValueError(f"{self._name}: arch is None: 'sm_N' or 'compute_N' here, or in ark.jit(arch=...)")
        self._require_count(types_of)
        given = tuple(_described(f"{self._name}.compile", one) for one in types_of)
        return _cuda().compiled(self._function, given, _nvrtc.checked_architecture(wanted, self._name), self._options["fastmath"])[1]

    def _require_count(self, given: Sequence[Any]) -> None:
        if len(given) != len(self._parameters):
            raise TypeError(f"{self._name}: {len(given)} arguments: {len(self._parameters)}, for {self._name}{inspect.signature(self._function)}")

    def _launch(self, grid: Any, block: Any, stream: Any, *arguments: Any, **keywords: Any) -> None:
        self._require_count(arguments)
        is_for_gpu = target_of(self._name, self._target, self._arch) == "cuda"
        given = _argument_types(self._name, arguments, is_for_gpu)
        kernel = self._compiled.get((is_for_gpu, *given))
        if kernel is None:
            kernel = self._compiled[is_for_gpu, *given] = self._compile_for_gpu(given) if is_for_gpu else self._compile(given)
        kernel.launch(grid, block, stream, *arguments, **keywords)

    def _compile_for_gpu(self, given: tuple[tuple[Any, ...], ...]) -> Any:
        arch = self._arch if self._arch is not None else _nvrtc.own_architecture()
        _, module = _cuda().compiled(self._function, given, _nvrtc.checked_architecture(arch, self._name), self._options["fastmath"])
        return _core.make_gpu_kernel(self._name, _parameters_of(given), module.image, module.entries[self._name], _nvrtc.CONTEXTS, True)

    @global_compiler_lock
    def _compile(self, given: tuple[tuple[Any, ...], ...]) -> Any:
        wanted = tuple(_numba_type(*one) for one in given)
        signature = f"{self._name}({', '.join(map(str, wanted))})"
        try:
            self._dispatcher.compile(wanted)
            compiled = self._dispatcher.overloads[wanted]
            if compiled.signature.return_type != types.none:
                raise Refused(f"it returns {compiled.signature.return_type}: nothing")
            library, code, raiser = _link(compiled)
        except Refused as problem:
            raise TypeError(f"{signature}: {problem}") from None
        except Exception as problem:  # numba lets more than its own escape
            lines = "\n".join(str(problem).splitlines()[:_MESSAGE_LINES])
            raise ValueError(f"{signature} does not compile: Python of numba's nopython mode. It printed:\n{lines}") from problem
        made = _core.make_jit_kernel(self._name, _parameters_of(given), code, lambda address: _exception_of(raiser, address))
        _kept.append(library)
        return made


_kept: list[Any] = []  # code that may run until the process ends


def jit(function: Callable[..., None] | None = None, *, boundscheck: bool = True, fastmath: bool = False, target: str | None = None,
        arch: str | None = None) -> Any:
    """Decorator: a kernel in Python, compiled by numba, for the CPU executor or a GPU.

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

    target, arch: as of ark.Kernel; the default target is that of the first launch. A GPU needs numba-cuda, NVRTC and nvJitLink, and the
    kernel calls ark.device, numba-cuda's functions, and functions with cuda.jit(device=True). kernel.compile('symmetric float64[:]',
    'int64', arch='sm_90') compiles without a GPU. There boundscheck has no effect, an exception ends the thread without being noticed,
    and n or an index beyond an array in a call of ark.device is a failure of the PE (invalid_argument).

    An exception in a lane ends the kernel. The wait for it (Stream.sync, device_sync) raises ark.Error (aborted) with PE, kernel, block and
    thread, whose __cause__ is the exception.

    A launch raises TypeError for arguments, for wrong types of the arguments of ark.device, and for what would enter the interpreter;
    ValueError for Python that numba does not compile, with its first lines; and what a launch of ark.Kernel raises.
    """
    if function is None:
        return lambda made: jit(made, boundscheck=boundscheck, fastmath=fastmath, target=target, arch=arch)
    if not inspect.isfunction(function):
        raise TypeError(f"jit: function is {function!r}: a function of Python")
    if target is not None or arch is not None:
        target_of("jit", target, arch)
    if arch is not None:
        _nvrtc.checked_architecture(arch, "jit")
    return JitKernel(function, target, arch, {"boundscheck": boundscheck, "fastmath": fastmath})
