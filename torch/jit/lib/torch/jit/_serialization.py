"""Archives of scripted modules, in PyTorch's own form: sources of the classes, a pickle of the values, and the bytes of the tensors."""
import collections
import enum
import hashlib
import io
import os
import pickle
import struct
import zipfile

import torch
from torch import _archive
from torch._C import _script
from torch._C._script import ScriptFunction, ScriptObject
from torch._quantized import packed
from torch._quantized.quantizer import KINDS, PerChannel, PerTensor
from torch._quantized.tensor import QuantizedTensor
from torch.jit._script import RecursiveScriptModule, ScriptModule
from torch.jit._state import warn_of_deprecation

_storage_names = {
    torch.float32: "FloatStorage", torch.float64: "DoubleStorage", torch.float16: "HalfStorage", torch.bfloat16: "BFloat16Storage", torch.int64: "LongStorage",
    torch.int32: "IntStorage", torch.int16: "ShortStorage", torch.int8: "CharStorage", torch.uint8: "ByteStorage", torch.bool: "BoolStorage",
    torch.complex64: "ComplexFloatStorage", torch.complex128: "ComplexDoubleStorage",
}
_quantized_names = {torch.qint8: "QInt8Storage", torch.quint8: "QUInt8Storage", torch.qint32: "QInt32Storage", torch.quint4x2: "QUInt4x2Storage", torch.quint2x4: "QUInt2x4Storage"}
_storage_types = {name: dtype for names in (_storage_names, _quantized_names) for dtype, name in names.items()}
_schemes = {s._name: s for s in (torch.per_tensor_affine, torch.per_tensor_symmetric, torch.per_channel_affine, torch.per_channel_symmetric, torch.per_channel_affine_float_qparams)}


def _named_tuple(name, fields):
    return collections.namedtuple(name, fields)


def _enum(name, members):
    return enum.Enum(name, members)


class _Once(tuple):
    """A tuple that is written once, and referred to where it is met again."""


class _Writer:
    """Writes values as a pickle, tensors as references to records of the archive."""

    def __init__(self, folder, records):
        self.out = io.BytesIO()
        self.folder, self.records, self.keys, self.written = folder, records, {}, {}
        self.out.write(b"\x80\x02")

    def finish(self):
        return self.out.getvalue() + b"."

    def text(self, s):
        data = s.encode()
        self.out.write(b"X" + struct.pack("<I", len(data)) + data)

    def name(self, module, name):
        self.out.write(b"c" + module.encode() + b"\n" + name.encode() + b"\n")

    def integer(self, i):
        if -(1 << 31) <= i < (1 << 31):
            self.out.write(b"J" + struct.pack("<i", i))
        else:
            data = i.to_bytes(8, "little", signed=True)
            self.out.write(b"\x8a\x08" + data)

    def many(self, items, write):
        self.out.write(b"(")
        for item in items:
            write(item)
        self.out.write(b"t")

    def value(self, v, kind):
        if kind is not None and kind.kind() == "OptionalType":
            kind = kind.getElementType()
        w = self.out.write
        if v is None:
            w(b"N")
        elif v is True:
            w(b"\x88")
        elif v is False:
            w(b"\x89")
        elif isinstance(v, int):
            self.integer(v)
        elif isinstance(v, float):
            w(b"G" + struct.pack(">d", v))
        elif isinstance(v, str):
            self.text(v)
        elif isinstance(v, torch.Tensor):
            self.tensor(v)
        elif hasattr(v, "_script_class"):
            self.name(*v._script_class.rsplit(".", 1))
            w(b")\x81")
            self.value(v.__getstate__(), None)
            w(b"b")
        elif isinstance(v, list):
            self.list(v, kind)
        elif isinstance(v, dict):
            self.dict(v, kind)
        elif isinstance(v, _Once):
            self.once(v)
        elif isinstance(v, tuple):
            kinds = kind.elements() if kind is not None and kind.kind() == "TupleType" else [None] * len(v)
            w(b"(")
            for item, k in zip(v, kinds):
                self.value(item, k)
            w(b"t")
        elif isinstance(v, (ScriptModule,)) or hasattr(v, "_c"):
            self.object(v._c)
        elif isinstance(v, ScriptObject):
            self.object(v)
        elif isinstance(v, torch.device):
            self.name("torch", "device")
            self.many([str(v)], self.text)
            w(b"R")
        elif isinstance(v, complex):
            self.name("builtins", "complex")
            self.many([v.real, v.imag], lambda x: w(b"G" + struct.pack(">d", x)))
            w(b"R")
        elif isinstance(v, enum.Enum) and kind is not None:
            module, _, name = kind.annotation_str.rpartition(".")
            self.name(module, name)
            self.value(v.value, None)
            w(b"R")
        elif kind is not None and (made := _script.object_of(v, kind)) is not None:
            self.object(made)
        else:
            raise RuntimeError(f"Unknown IValue type for pickling: {type(v).__name__}")

    def once(self, v):
        if id(v) in self.written:
            self.out.write(b"j" + struct.pack("<I", self.written[id(v)]))
            return
        self.value(tuple(v), None)
        self.written[id(v)] = len(self.written)
        self.out.write(b"r" + struct.pack("<I", self.written[id(v)]))

    def list(self, v, kind):
        element = kind.getElementType() if kind is not None and kind.kind() == "ListType" else None
        builders = {"IntType": "build_intlist", "FloatType": "build_doublelist", "BoolType": "build_boollist", "TensorType": "build_tensorlist"}
        builder = builders.get(element.kind()) if element is not None else None
        if kind is None and v and all(type(item) is int for item in v):
            builder = "build_intlist"
        w = self.out.write
        self.name("torch.jit._pickle", builder or "restore_type_tag")
        w(b"(](")
        for item in v:
            self.value(item, element)
        w(b"e")
        if builder is None:
            self.text(kind.annotation_str if kind is not None else "List[Tensor]")
        w(b"tR")

    def dict(self, v, kind):
        w = self.out.write
        self.name("torch.jit._pickle", "restore_type_tag")
        w(b"(}(")
        for key, item in v.items():
            self.value(key, kind.getKeyType() if kind is not None else None)
            self.value(item, kind.getValueType() if kind is not None else None)
        w(b"u")
        self.text(kind.annotation_str if kind is not None else "Dict[str, Tensor]")
        w(b"tR")

    def tensor(self, t):
        w = self.out.write
        if t.is_quantized:
            self.quantized(t)
            return
        data = t.detach()
        storage = data.untyped_storage()
        key = self.keys.get(storage.data_ptr()) if storage.nbytes() else None
        if key is None:
            key = str(len(self.records))
            self.records[key] = b"" if data.is_meta else storage._bytes()
            if storage.nbytes() and not data.is_meta:
                self.keys[storage.data_ptr()] = key
        self.name("torch._utils", "_rebuild_tensor_v2")
        w(b"((")
        self.text("storage")
        self.name("torch", _storage_names[data.dtype])
        self.text(key)
        self.text(data.device.type)
        self.integer(storage.nbytes() // data.element_size())
        w(b"tQ")
        self.integer(data.storage_offset())
        self.many(data.shape, self.integer)
        self.many(data.stride(), self.integer)
        w(b"\x88" if t.requires_grad else b"\x89")
        self.name("collections", "OrderedDict")
        w(b")RtR")

    def quantized(self, t):
        """A tensor of integers with what they stand for."""
        w, key, (scheme, *numbers) = self.out.write, str(len(self.records)), t._quantizer.params()
        self.records[key] = t.untyped_storage()._bytes()
        self.name("torch._utils", "_rebuild_qtensor")
        w(b"((")
        self.text("storage")
        self.name("torch", _quantized_names[t.dtype])
        self.text(key)
        self.text("cpu")
        self.integer(t.untyped_storage().nbytes() // t.element_size())
        w(b"tQ")
        self.integer(t.storage_offset())
        self.many(t.shape, self.integer)
        self.many(t.stride(), self.integer)
        w(b"(")
        self.name("torch", scheme._name)
        for number in numbers:
            self.value(number, None)
        w(b"t\x89")
        self.name("collections", "OrderedDict")
        w(b")RtR")

    def object(self, c):
        qualified = _script.object_class(c)
        module, _, name = qualified.rpartition(".")
        self.name(module, name)
        w = self.out.write
        methods = _script.module_methods(c)
        if "__getstate__" in methods and "__setstate__" in methods:  # its state is what it says
            get = _script.module_method(c, "__getstate__", False)
            w(b")\x81")
            self.value(get(), get.schema.returns[0].type)
            w(b"b")
            return
        w(b")\x81}(")
        for name, kind, value, typ in _script.module_attrs(c):
            self.text(name)
            self.value(value, typ)
        w(b"ub")


def _table_of_places(text, rows):
    """Where the parts of a file come from, as archives hold it: the lines of all sources in one table, and for each part its sources' lines in that."""
    lines, known = [""], {"": 0}

    def number(line):
        if line not in known:
            known[line] = len(lines)
            lines.append(line)
        return known[line]

    nowhere = (([0], 0, 0), 0, 0)  # an empty line of no file
    table, tags, sources = [(0, nowhere, 0)], {}, {}
    for at, file, first, source, start, end in rows:
        if not file:
            table.append((at, nowhere, 0))
            continue
        whole = sources.get((file, first, source))
        if whole is None:
            numbers = [number(line) for line in source.splitlines(keepends=True)] + [0] * (source.endswith("\n") or not source)
            whole = sources[file, first, source] = _Once((numbers, number(file), first))
        table.append((at, (whole, start, end), tags.setdefault((file, start, end), len(tags) + 1)))
    writer = _Writer("debug", {})
    writer.value(("FORMAT_WITH_STRING_TABLE", tuple(lines), tuple(table)), None)
    return writer.finish()


def _places_of(record, device):
    """The rows of such a table; none where it is of another kind."""
    try:
        kind, lines, table = _Reader(record, "debug", None, device).load()
        if kind != "FORMAT_WITH_STRING_TABLE":
            return []
        rows, texts = [], {}
        for at, ((numbers, file, first), start, end), *_ in table:
            if id(numbers) not in texts:
                texts[id(numbers)] = "".join(lines[n] for n in numbers)
            rows.append((at, lines[file], first, texts[id(numbers)], start, end))
        return rows
    except _MALFORMED:
        return []


class _Archive:
    """An archive under construction."""

    def __init__(self, m):
        self.records = []
        if isinstance(m, ScriptFunction):
            texts, constants, places, version = _script.export_code(m)
        else:
            texts, constants, places, version = _script.export_code(m._c)
        data = {}
        writer = _Writer("data", data)
        if isinstance(m, ScriptFunction):
            writer.name("__torch__", "PlaceholderModule")
            writer.out.write(b")\x81}(")
            writer.text("training")
            writer.out.write(b"\x88ub")
        else:
            writer.object(m._c)
        tensors = {}
        constant = _Writer("constants", tensors)
        constant.many(constants, lambda value: constant.value(value, torch._C._jit_try_infer_type(value).type()))
        for key, raw in data.items():
            self.records.append((f"data/{key}", raw))
        self.records.append(("data.pkl", writer.finish()))
        for path, text in texts.items():
            self.records.append((f"code/{path}", text.encode()))
            self.records.append((f"code/{path}.debug_pkl", _table_of_places(text, places[path])))
        for key, raw in tensors.items():
            self.records.append((f"constants/{key}", raw))
        self.records.append(("constants.pkl", constant.finish()))
        self.records.append(("version" if version < 6 else ".data/version", f"{version}\n".encode()))
        self.records.append(("byteorder", b"little"))
        digest = hashlib.sha256(b"".join(name.encode() + data for name, data in self.records)).digest()
        self.records.append((".data/serialization_id", "".join(f"{int.from_bytes(digest[k:k + 8], 'little'):020d}" for k in (0, 8)).encode()))

    def write(self, f, name, extra):
        with zipfile.ZipFile(f, "w", zipfile.ZIP_STORED) as z:
            for path, data in (extra or {}).items():
                z.writestr(f"{name}/extra/{path}", data if isinstance(data, bytes) else data.encode())
            for path, data in self.records:
                z.writestr(f"{name}/{path}", data, zipfile.ZIP_DEFLATED if path.startswith("code/") else zipfile.ZIP_STORED)


def save(m, f, _extra_files=None):
    """Write a scripted module or function to a file."""
    warn_of_deprecation("save", "`torch.export`")
    if isinstance(m, ScriptObject) and _script.is_module(m):
        from torch.jit._recursive import wrap_cpp_module

        m = wrap_cpp_module(m)
    if not isinstance(m, (torch.jit.ScriptModule, torch.jit.ScriptFunction)):
        raise AttributeError(f"'{type(m).__name__}' object has no attribute '{'save' if isinstance(f, (str, os.PathLike)) else 'save_to_buffer'}'")
    archive = _Archive(m)
    if isinstance(f, (str, os.PathLike)):
        name = os.path.splitext(os.path.basename(os.fspath(f)))[0]
        folder = os.path.dirname(os.fspath(f))
        if folder and not os.path.isdir(folder):
            raise RuntimeError(f"Parent directory {folder} does not exist.")
        with open(f, "wb") as out:
            archive.write(out, name, _extra_files)
        return
    buffer = io.BytesIO()
    archive.write(buffer, "archive", _extra_files)
    f.write(buffer.getvalue())


class _Object:
    """An object of the pickle: its class and its attributes."""

    def __setstate__(self, state):
        self.state = state


class _Reader(pickle.Unpickler):
    def __init__(self, data, folder, records, device, importer=None):
        super().__init__(io.BytesIO(data))
        self.folder, self.records, self.device, self.storages, self.importer = folder, records, device, {}, importer
        self.parameters = {}  # by storage, place and sizes: several modules may hold one

    def _reduce(self):
        """Call a function; the members of enumerations stand as their class called with the plain value."""
        if isinstance(self._stack[-1], tuple):
            return super()._reduce()
        value, cls = self._stack.pop(), self._stack.pop()
        if self.importer is None or not hasattr(cls, "qualified"):
            raise pickle.UnpicklingError("a function of the archive is called without arguments")
        self._stack.append(_script.import_enum(self.importer, cls.qualified)(value))

    def find_class(self, module, name):
        if module == "__torch__" or module.startswith("__torch__."):
            return type(name, (_Object,), {"qualified": f"{module}.{name}"})
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return self.tensor
        if (module, name) == ("torch._utils", "_rebuild_qtensor"):
            return self.quantized
        if module == "torch" and name in _schemes:
            return _schemes[name]
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if module == "torch" and name in _storage_types:
            return _storage_types[name]
        if module == "torch.jit._pickle":
            if name in ("build_intlist", "build_doublelist", "build_boollist", "build_tensorlist"):
                return lambda items: items
            if name == "restore_type_tag":
                return lambda value, tag: value
            if name == "build_tensor_from_id":
                return lambda i: i
        if (module, name) == ("torch", "device"):
            return torch.device
        if (module, name) == ("builtins", "complex"):
            return complex
        raise RuntimeError(f"the archive asks for {module}.{name}, which no archive of a script needs")

    def persistent_load(self, pid):
        kind, dtype, key, location, numel = pid
        if location == "meta":
            return None, dtype
        if key not in self.storages:
            raw = self.records(f"{self.folder}/{key}")
            if len(raw) < numel * torch.empty((), dtype=_plain(dtype)).element_size():
                raise RuntimeError(f"record {self.folder}/{key} is shorter than its tensor")
            self.storages[key] = torch._C._new_storage(raw)
        return self.storages[key], dtype

    def tensor(self, storage, offset, size, stride, requires_grad, hooks=None):
        held, dtype = storage
        dtype = _plain(dtype)
        if held is None:  # sizes without elements
            return torch.empty_strided(size, stride, dtype=dtype, device="meta").requires_grad_(requires_grad)
        width = torch.empty((), dtype=dtype).element_size()
        last = offset + sum((n - 1) * s for n, s in zip(size, stride)) if all(size) else offset - 1
        if offset < 0 or any(n < 0 for n in size) or any(s < 0 for s in stride) or len(size) != len(stride) or (last + 1) * width > held.nbytes():
            raise RuntimeError("a tensor of the archive lies outside of its record")
        where = id(held), dtype, offset, tuple(size), tuple(stride)
        if requires_grad and where in self.parameters:
            return self.parameters[where]
        t = torch._C._storage_to_tensor(held, dtype, tuple(size), tuple(stride), offset)
        if self.device is not None:
            t = t.to(self.device)
        if requires_grad:
            self.parameters[where] = t.requires_grad_(True)
        return t


    def quantized(self, storage, offset, size, stride, params, requires_grad, hooks=None):
        integers, scheme = self.tensor(storage, offset, size, stride, False), params[0]
        if scheme in (torch.per_tensor_affine, torch.per_tensor_symmetric):
            return QuantizedTensor(integers, PerTensor(*params[1:], storage[1]))
        return QuantizedTensor(integers, PerChannel(*params[1:], storage[1]))


def _plain(dtype):
    """The element type in memory."""
    return KINDS[dtype][0] if dtype in KINDS else dtype


# an archive is refused whose records together are larger than this when unpacked, and so many times larger than packed
_MOST, _RATIO = 256 << 20, 100

# what a pickle ends in that is damaged
_MALFORMED = (pickle.UnpicklingError, EOFError, ValueError, TypeError, IndexError, KeyError, AttributeError)


def to_buffer(m, **kwargs):
    """The bytes of a scripted module or function as a file has them."""
    buffer = io.BytesIO()
    save(m, buffer, **kwargs)
    return buffer.getvalue()


def _unreadable(f):
    """The error of a file that is no archive."""
    path = isinstance(f, (str, os.PathLike))
    if (os.path.getsize(f) if path else f.seek(0, os.SEEK_END)) >= 22:  # the size of the smallest one
        return _archive._corrupt("reading zip archive: failed finding central directory")
    return _archive._corrupt("reading zip archive: not a ZIP archive") if path else RuntimeError("istream reader failed: getting the current position.")


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    """Read a scripted module from a file."""
    warn_of_deprecation("load", "`torch.export`")
    if isinstance(f, (str, os.PathLike)):
        if not os.path.exists(f):
            raise ValueError(f"The provided filename {f} does not exist")
        if os.path.isdir(f):
            raise ValueError(f"The provided filename {f} is a directory")
    elif not hasattr(f, "read"):
        raise AttributeError(f"'{type(f).__name__}' object has no attribute 'read'")
    try:
        z = zipfile.ZipFile(f)
    except zipfile.BadZipFile:
        raise _unreadable(f) from None
    names = z.namelist()
    if not names:
        raise RuntimeError("PytorchStreamReader failed reading zip archive: it is empty")
    packed, unpacked = (sum(sizes) for sizes in zip(*((i.compress_size, i.file_size) for i in z.infolist())))
    if unpacked > max(_MOST, _RATIO * packed):
        raise RuntimeError(f"the archive holds {packed} bytes that would unpack to {unpacked}")
    top = names[0].split("/", 1)[0]
    known = set(names)

    def record(path):
        full = f"{top}/{path}"
        if full not in known:
            raise RuntimeError(f"PytorchStreamReader failed locating file {path}: file not found")
        try:
            return z.read(full)
        except zipfile.BadZipFile as error:
            raise RuntimeError(f"PytorchStreamReader failed reading file {path}: {error}")

    if f"{top}/constants.pkl" not in known:
        raise RuntimeError("PytorchStreamReader failed locating file constants.pkl: file not found")
    try:
        version = int(record(".data/version" if f"{top}/.data/version" in known else "version"))
    except ValueError:
        raise RuntimeError("the version of the archive is no number")
    if not 1 <= version <= 10:
        raise RuntimeError(f"Attempted to read a PyTorch file with version {version}, but the maximum supported version for reading is 10. Your PyTorch installation may be too old.")
    if not isinstance(map_location, (str, torch.device, type(None))):
        raise ValueError(f"map_location should be either None, string or torch.device, but got type: {type(map_location)}")
    device = torch.device(map_location) if map_location is not None else None
    if _extra_files is not None:
        for name in list(_extra_files):
            full = f"{top}/extra/{name}"
            _extra_files[name] = z.read(full) if full in known else b""
    prefix = f"{top}/code/"
    try:
        constants = _Reader(record("constants.pkl"), "constants", record, device).load()
    except _MALFORMED as error:
        raise RuntimeError(f"the archive's constants cannot be read: {error}")
    try:
        texts = {n[len(prefix):]: record(n[len(top) + 1:]).decode() for n in names if n.startswith(prefix) and n.endswith(".py")}
        places = {n: _places_of(record(f"code/{n}.debug_pkl"), device) for n in texts if f"{prefix}{n}.debug_pkl" in known}
        importer = _script.import_code(texts, list(constants), places)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise RuntimeError(f"the archive's code cannot be read: {error}")
    try:
        root = _Reader(record("data.pkl"), "data", record, device, importer).load()
    except _MALFORMED as error:
        raise RuntimeError(f"the archive's values cannot be read: {error}")
    if not isinstance(root, _Object):
        raise RuntimeError("the archive does not hold a module")
    return _build(root, importer, {})


def _build(obj, importer, memo):
    if id(obj) in memo:
        return memo[id(obj)]
    if obj.qualified.startswith("__torch__.torch.classes."):
        memo[id(obj)] = made = packed.unpickled(obj.qualified, _filled(obj.state, importer, memo))
        return made
    c = _script.import_object(importer, obj.qualified, None)
    set_state = _script.module_method(c, "__setstate__", False)
    if set_state is None and not isinstance(obj.state, dict):
        raise RuntimeError(f"the archive has a state of {obj.qualified} that no __setstate__ takes")
    state = dict(obj.state) if set_state is None else {}
    modules = {}
    for name, value in state.items():
        if isinstance(value, _Object):
            built = _build(value, importer, memo)
            if isinstance(built, RecursiveScriptModule):
                modules[name] = built
            state[name] = built._c if hasattr(built, "_c") else built
        else:
            state[name] = _filled(value, importer, memo)
    if set_state is None:
        c = _script.import_object(importer, obj.qualified, state)
    else:
        set_state(_filled(obj.state, importer, memo))
    memo[id(obj)] = wrapper = _wrap(c, modules, memo.setdefault("parameters", {}))
    return wrapper


def _filled(value, importer, memo):
    """A value of an archive with the objects in it built."""
    if isinstance(value, _Object):
        built = _build(value, importer, memo)
        return built._c if hasattr(built, "_c") else built
    if type(value) in (list, tuple):
        return type(value)(_filled(v, importer, memo) for v in value)
    if type(value) is dict:
        return {k: _filled(v, importer, memo) for k, v in value.items()}
    return value


def wrapped(c, parameters=None):
    """The module object over a script object: the one that it has, else a new one. A tensor that several modules hold is one parameter of them all."""
    known = _script.wrapper(c)
    if known is not None:
        return known
    parameters = {} if parameters is None else parameters
    return _wrap(c, {name: wrapped(value, parameters) for name, kind, value, _ in _script.module_attrs(c) if kind == "module" and value is not None}, parameters)


def _wrap(c, modules, parameters):
    from torch.jit._recursive import _attach, _bind_hooks
    attrs = _script.module_attrs(c)
    wrapper = RecursiveScriptModule(c)
    d = wrapper.__dict__
    d.pop("_pending", None)
    for name, kind, value, typ in attrs:
        if value is None and kind in ("param", "buffer"):
            continue
        if kind == "param":
            if id(value) not in parameters:
                made = value if isinstance(value, torch.nn.Parameter) else torch.nn.Parameter(value.detach(), requires_grad=value.requires_grad)
                parameters[id(value)] = made, value  # which is kept, so that its id is not given again
            wrapper._parameters[name] = parameters[id(value)][0]
        elif kind == "buffer":
            wrapper._buffers[name] = value
        elif kind == "module" and name in modules:
            wrapper._modules[name] = modules[name]
    d["_original_name"] = _script.object_class(c).rsplit(".", 1)[-1]
    d["_source"] = None
    _attach(wrapper, c)
    for name in _script.module_methods(c):
        if not name.startswith("__"):
            d["_c_methods"][name] = _script.module_method(c, name, False)
    _bind_hooks(wrapper)
    return wrapper


def save_jit_module_to_flatbuffer(m, f, _extra_files=None):
    raise NotImplementedError("magneto: flatbuffers")


def export_opnames(m):
    """The operators that a script module calls, by name and overload, sorted."""
    names = set()
    for _, module in m.named_modules():
        methods = module.__dict__.get("_c_methods", {})
        for method in methods.values():
            graph = method.inlined_graph.copy()
            torch._C._jit_pass_constant_propagation(graph)
            names.update(_operators_of(graph))
    return sorted(names)


def _operators_of(block):
    for node in block.nodes():
        schema = node.schema()
        if schema != "(no schema)" and not node.kind().startswith("prim::"):
            name = schema.split("(")[0]
            yield name
        for inner in node.blocks():
            yield from _operators_of(inner)


def jit_module_from_flatbuffer(f):
    raise NotImplementedError("torch.jit.jit_module_from_flatbuffer: magneto does not read flatbuffers")
