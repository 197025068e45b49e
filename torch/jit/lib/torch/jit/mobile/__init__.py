"""Archives of scripted modules with a list of their operators, as small interpreters read them."""

import io
import os
import pickle
import warnings
import zipfile

import torch
from torch.jit._serialization import _Archive, load

__all__ = ["LiteScriptModule"]

_VERSION = 8  # of the list


class OperatorInfo:
    """How many arguments a program gives an operator."""

    def __init__(self, num_schema_args):
        self.num_schema_args = num_schema_args


def _given(node, schema):
    """How many arguments a node gives that are not their defaults, up to the last of these."""
    values = list(node.inputs())
    count = len(values)
    while count:
        argument = schema.arguments[count - 1]
        held = values[count - 1].toIValue()
        if not argument.has_default_value() or values[count - 1].node().kind() != "prim::Constant" or held != argument.default_value:
            return count
        count -= 1
    return count


def _walk(block):
    for node in block.nodes():
        yield node
        for inner in node.blocks():
            yield from _walk(inner)


def _parts(module):
    """The operators of the methods of a module with their numbers of arguments, and the types of the containers that they make."""
    operators, types = {}, set()
    for name in module._c._method_names():
        for node in _walk(module._c._get_method(name).inlined_graph):
            kind = node.kind()
            if kind in ("prim::ListConstruct", "prim::DictConstruct"):
                text = node.output().type().annotation_str
                types.update(text.replace("[", " ").replace("]", " ").replace(",", " ").split())
            elif not kind.startswith("prim::") and node.schema() not in ("", "(no schema)"):
                schema = torch._C.parse_schema(node.schema())
                key = schema.name + (f".{schema.overload_name}" if schema.overload_name else "")
                operators[key] = max(operators.get(key, 0), _given(node, schema))
    return operators, sorted(types)


def to_buffer(module, extra_files=None, debug=False):
    """The bytes of such an archive."""
    archive, buffer = _Archive(module), io.BytesIO()
    records = [("bytecode.pkl", pickle.dumps((_VERSION, *_parts(module)), 2))]
    if debug:
        records += [(name, pickle.dumps((), 2)) for name in ("mobile_debug_handles.pkl", "delegated_backends.debug_pkl", "callstack_debug_map.pkl")]
    at = next(i for i, (name, _) in enumerate(archive.records) if name.endswith("version"))
    archive.records[at:at] = records
    archive.write(buffer, "archive", extra_files)
    return buffer.getvalue()


def _opened(f):
    if isinstance(f, (str, os.PathLike)):
        if not os.path.exists(f):
            raise ValueError(f"The provided filename {f} does not exist")
        if os.path.isdir(f):
            raise ValueError(f"The provided filename {f} is a directory")
    return zipfile.ZipFile(f)


def _bytecode(f):
    with _opened(f) as z:
        name = next((n for n in z.namelist() if n.endswith("/bytecode.pkl")), None)
        if name is None:
            raise RuntimeError("PytorchStreamReader failed locating file bytecode.pkl: file not found")
        return pickle.loads(z.read(name))


class LiteScriptModule:
    """A module that was read from such an archive."""

    def __init__(self, cpp_module):
        self._c = cpp_module
        super().__init__()

    def __call__(self, *input):
        return self.run_method("forward", *input)

    def find_method(self, method_name):
        """Whether there is a method of that name."""
        return self._c._c._has_method(method_name)

    def forward(self, *input):
        return self.run_method("forward", *input)

    def run_method(self, method_name, *input):
        """Calls a method; its errors have no traceback of the script."""
        if not self.find_method(method_name):
            raise RuntimeError(f"Method '{method_name}' is not defined.")
        try:
            return getattr(self._c, method_name)(*input)
        except torch.jit.Error as error:
            text = str(error).rstrip().rpartition("\n")[2]
            raise torch.jit.Error(text.partition(": ")[2] if text.partition(": ")[1] else text) from None


def _enable_mobile_interface_call_export():
    """Calls of interfaces are written in any case."""


def _load_for_lite_interpreter(f, map_location=None):
    """Reads a module."""
    _bytecode(f)
    if not isinstance(f, (str, os.PathLike)):
        f.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LiteScriptModule(load(f, map_location))


def _export_operator_list(module):
    """The operators that a module calls."""
    return set(_parts(module._c)[0])


def _get_model_bytecode_version(f_input):
    """The version of the list of an archive."""
    return _bytecode(f_input)[0]


def _get_model_ops_and_info(f_input):
    """What an archive says of the operators by their names."""
    return {name: OperatorInfo(count) for name, count in _bytecode(f_input)[1].items()}


def _get_mobile_model_contained_types(f_input):
    """The types of which a module makes containers."""
    return set(_bytecode(f_input)[2])


def _backport_for_mobile_to_buffer(f_input, to_version):
    """The bytes of an archive with the list in an older version."""
    source, buffer = _opened(f_input), io.BytesIO()
    version, *rest = _bytecode(f_input)
    if not 3 < to_version < version:
        raise RuntimeError(f"Version {to_version} is not a version that version {version} can be brought back to")
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as made:
        for name in source.namelist():
            made.writestr(name, pickle.dumps((to_version, *rest), 2) if name.endswith("/bytecode.pkl") else source.read(name))
    return buffer.getvalue()


def _backport_for_mobile(f_input, f_output, to_version):
    """Writes an archive with the list in an older version, and says whether that could be done."""
    try:
        data = _backport_for_mobile_to_buffer(f_input, to_version)
    except RuntimeError:
        return False
    if isinstance(f_output, (str, os.PathLike)):
        with open(f_output, "wb") as out:
            out.write(data)
    else:
        f_output.write(data)
    return True
