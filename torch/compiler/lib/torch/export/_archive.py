"""Archives of exported programs (.pt2): a zip of JSON and raw tensors, as PyTorch reads and writes them (schema 8)."""

import inspect
import io
import json
import operator
import os
import zipfile

import torch
from torch._C._dynamo import eval_frame as _c
from torch.fx.graph_module import GraphModule
from torch.utils import _pytree as pytree

from ._sizes import printed, spelled
from ._unlift import _argument_names
from torch.fx.experimental._unbacked import bind_unbacked
from .graph_signature import (
    ConstantArgument, ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, SymBoolArgument, SymFloatArgument, SymIntArgument, TensorArgument,
)

_SCHEMA = {"major": 8, "minor": 20}

_DTYPES = {
    1: torch.uint8, 2: torch.int8, 3: torch.int16, 4: torch.int32, 5: torch.int64, 6: torch.float16, 7: torch.float32, 8: torch.float64, 10: torch.complex64,
    11: torch.complex128, 12: torch.bool, 13: torch.bfloat16,
}
_DTYPE_NUMBERS = {d: n for n, d in _DTYPES.items()}
_FORMATS = {1: torch.contiguous_format, 2: torch.channels_last, 3: torch.channels_last_3d, 4: torch.preserve_format}
_FORMAT_NUMBERS = {f: n for n, f in _FORMATS.items()}

# The largest archive that is unpacked, and how far more than its file it may take: what says more is no program.
_MOST, _RATIO = 1 << 28, 200


# Writing

def save(ep, f, extra_files):
    """Writes a program to a file, by name or open."""
    write(f, {"model": ep}, extra_files)


def write(f, programs, extra_files):
    """Writes programs by name to a file, by name or open."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as z:
        written = {"weight_": 0, "tensor_": 0}
        for name, ep in programs.items():
            plain, weights, constants = _Writer(ep).program()
            for folder, prefix, tensors in (("weights", "weight_", weights), ("constants", "tensor_", constants)):
                entries = {}
                places = {}
                for key, t in tensors.items():
                    dense, place = _dense(t), places.get(id(t), f"{prefix}{written[prefix]}")
                    if id(t) not in places:
                        places[id(t)] = place
                        written[prefix] += 1
                        z.writestr(f"archive/data/{folder}/{place}", bytes(dense.untyped_storage()))
                    entries[key] = {"path_name": place, "is_param": isinstance(t, torch.nn.Parameter), "use_pickle": False, "tensor_meta": _meta(dense, t.requires_grad)}
                z.writestr(f"archive/data/{folder}/{name}_{folder}_config.json", json.dumps({"config": entries}))
            z.writestr(f"archive/models/{name}.json", json.dumps(plain))
            sample = io.BytesIO()
            if ep.example_inputs is not None:
                torch.save(ep.example_inputs, sample)
            z.writestr(f"archive/data/sample_inputs/{name}.pt", sample.getvalue())
        for name, content in (extra_files or {}).items():
            z.writestr(f"archive/extra/{name}", content.encode() if isinstance(content, str) else content)
        z.writestr("archive/archive_format", "pt2")
        z.writestr("archive/archive_version", "0")
        z.writestr("archive/.data/version", "6\n")
        z.writestr("archive/byteorder", "little")
    data = buffer.getvalue()
    if isinstance(f, (str, os.PathLike)):
        with open(f, "wb") as out:
            out.write(data)
    else:
        f.write(data)


def _dense(t):
    """A tensor whose memory holds its elements and nothing else, in their order in memory."""
    t = t.detach()
    if t.untyped_storage().nbytes() == t.numel() * t.element_size():
        return t
    return t.clone(memory_format=torch.preserve_format)


def _size(n):
    text = str(n)
    if text.lstrip("-").isdecimal():
        return {"as_int": int(text)}
    return {"as_expr": {"expr_str": spelled(text), "hint": None}}


def _meta(t, requires_grad=None):
    return {
        "dtype": _DTYPE_NUMBERS[t.dtype], "sizes": [_size(n) for n in t.shape], "requires_grad": t.requires_grad if requires_grad is None else requires_grad,
        "device": {"type": "cpu", "index": None}, "strides": [_size(n) for n in t.stride()], "storage_offset": {"as_int": 0}, "layout": 7,
    }


_ASSERTIONS = {  # functions without results that programs call, with what archives say of them
    "_assert_scalar.default": ("torch.ops.aten._assert_scalar.default", ["self", "assert_msg"]),
    "_assert_async.msg": ("torch.ops.aten._assert_async.msg", ["self", "assert_msg"]),
    "_assert_tensor_metadata.default": ("torch.ops.aten._assert_tensor_metadata.default", ["a", "size", "stride", "dtype"]),
}


class _Writer:
    """A program as plain values for JSON."""

    def __init__(self, ep):
        self.ep = ep
        self.module = ep.graph_module  # whose graph is being written
        self.tensors, self.ints, self.floats, self.bools = {}, {}, {}, {}

    def program(self):
        ep = self.ep
        places = [n for n in ep.graph.nodes if n.op == "placeholder"]
        inputs = [self.value(n, s.arg) for n, s in zip(places, ep.graph_signature.input_specs)]
        nodes, outputs = self.body()
        constants = {name: t for name, t in ep.constants.items() if isinstance(t, torch.Tensor)}
        plain = {
            "graph_module": {
                "graph": self.plain(inputs, outputs, nodes, False),
                "signature": {
                    "input_specs": [self.input_spec(n, s) for n, s in zip(places, ep.graph_signature.input_specs)],
                    "output_specs": [self.output_spec(s, v) for s, v in zip(ep.graph_signature.output_specs, outputs)],
                },
                "module_call_graph": [{"fqn": entry.fqn, "signature": self.call_signature(entry)} for entry in ep.module_call_graph],
                "metadata": {}, "treespec_namedtuple_fields": {},
            },
            "opset_version": {"aten": 10},
            "range_constraints": {str(k): {"min_val": r.lower, "max_val": r.upper} for k, r in ep.range_constraints.items() if str(k).isidentifier()},
            "schema_version": dict(_SCHEMA), "verifiers": ["TRAINING"], "torch_version": "magneto", "guards_code": list(self.ep._guards_code),
        }
        return plain, dict(ep.state_dict), constants

    def body(self):
        """The nodes and results of the graph."""
        nodes = []
        for n in self.module.graph.nodes:
            if n.op == "get_attr" and not isinstance(self.attribute(n), GraphModule) or n.op in ("call_module", "call_method"):
                raise NotImplementedError(f"torch.export.save: magneto does not write the node {n.name} ({n.op}) to an archive")
            if n.op == "call_function" and n.target is not operator.getitem:
                nodes.append(self.node(n))
        results = self.module.graph.output_node().args[0]
        return nodes, [self.argument(v) for v in (results if isinstance(results, (list, tuple)) else [results])]

    def call_signature(self, entry):
        if entry.fqn == "":
            inputs, outputs, in_spec, out_spec, names = [], [], self.ep._in_spec, self.ep._out_spec, _argument_names(self.ep)
        elif entry.signature is None:
            return None
        else:
            signature = entry.signature
            inputs, outputs = ([self.leaf(a) for a in leaves] for leaves in (signature.inputs, signature.outputs))
            in_spec, out_spec, names = signature.in_spec, signature.out_spec, signature.forward_arg_names
        return {"inputs": inputs, "outputs": outputs, "in_spec": pytree.treespec_dumps(in_spec), "out_spec": pytree.treespec_dumps(out_spec), "forward_arg_names": names}

    def leaf(self, a):
        """An argument or result of a call of a module."""
        if isinstance(a, ConstantArgument):
            return self.argument(a.value)
        number = next((kind for kind, cls in _NUMBERS.items() if isinstance(a, cls)), None)
        return {number: {"as_name": a.name}} if number else {"as_tensor": {"name": a.name}}

    def plain(self, inputs, outputs, nodes, single):
        return {
            "inputs": inputs, "outputs": outputs, "nodes": nodes, "tensor_values": self.tensors, "sym_int_values": self.ints, "sym_bool_values": self.bools,
            "is_single_tensor_return": single, "custom_obj_values": {}, "sym_float_values": self.floats,
        }

    def attribute(self, n):
        value = self.module
        for part in n.target.split("."):
            value = getattr(value, part)
        return value

    def inner(self, n):
        """A graph that a node takes."""
        kept = self.module, self.tensors, self.ints, self.floats, self.bools
        self.module, self.tensors, self.ints, self.floats, self.bools = self.attribute(n), {}, {}, {}, {}
        inputs = [self.argument(p) for p in self.module.graph.nodes if p.op == "placeholder"]
        nodes, outputs = self.body()
        condition = any(u.target is torch.ops.higher_order.while_loop and u.args[0] is n for u in n.users)  # which gives a bool alone
        plain = self.plain(inputs, outputs, nodes, condition or not isinstance(self.module.graph.output_node().args[0], (list, tuple)))
        self.module, self.tensors, self.ints, self.floats, self.bools = kept
        return {"as_graph": {"name": n.target, "graph": plain}}

    def value(self, node, arg):
        """An input of the graph."""
        if isinstance(arg, ConstantArgument):
            return self.argument(arg.value)
        return self.argument(node)

    def input_spec(self, node, spec):
        if spec.kind is InputKind.PARAMETER:
            return {"parameter": {"arg": {"name": node.name}, "parameter_name": spec.target}}
        if spec.kind is InputKind.BUFFER:
            return {"buffer": {"arg": {"name": node.name}, "buffer_name": spec.target, "persistent": bool(spec.persistent)}}
        if spec.kind is InputKind.CONSTANT_TENSOR:
            return {"tensor_constant": {"arg": {"name": node.name}, "tensor_constant_name": spec.target}}
        if isinstance(spec.arg, ConstantArgument):
            return {"constant_input": {"name": node.name, "value": self.argument(spec.arg.value)}}
        return {"user_input": {"arg": self.argument(node)}}

    def output_spec(self, spec, plain):
        if spec.kind is OutputKind.USER_OUTPUT:
            return {"user_output": {"arg": plain}}
        if spec.kind is OutputKind.BUFFER_MUTATION:
            return {"buffer_mutation": {"arg": {"name": spec.arg.name}, "buffer_name": spec.target}}
        if spec.kind is OutputKind.PARAMETER_MUTATION:
            return {"parameter_mutation": {"arg": {"name": spec.arg.name}, "parameter_name": spec.target}}
        if spec.kind is OutputKind.USER_INPUT_MUTATION:
            return {"user_input_mutation": {"arg": {"name": spec.arg.name}, "user_input_name": spec.target}}
        raise NotImplementedError(f"torch.export.save: magneto does not write outputs of the kind {spec.kind.name}")

    def node(self, n):
        schema = getattr(n.target, "_schema", None)
        if schema is not None:
            target = f"torch.ops.{str(n.target._schema).split('(')[0].split('::')[0]}.{n.target.__name__}"
            names = [a.name for a in schema.arguments]
        elif getattr(n.target, "__name__", "") in _ASSERTIONS:
            target, names = _ASSERTIONS[n.target.__name__]
        elif _is_higher_order(n.target):
            target, names = f"torch.ops.higher_order.{n.target.__name__}", [""] * len(n.args)
        elif str(getattr(n.target, "__module__", "")).startswith("torch.ops."):  # a question about sizes
            target, names = f"{n.target.__module__}.{n.target.__name__}", ["self", "dim"]
        elif getattr(n.target, "__module__", "") in ("_operator", "operator") or n.target is getattr(operator, getattr(n.target, "__name__", ""), None):
            target, names = "_operator." + n.target.__name__, ["a", "b"]
        elif getattr(torch, getattr(n.target, "__name__", ""), None) is n.target:
            target, names = "torch." + n.target.__name__, list(inspect.signature(n.target).parameters)
        else:
            raise NotImplementedError(f"torch.export.save: magneto does not write calls of {n.target} to an archive")
        inputs = [{"name": name, "arg": self.argument(a), "kind": 1} for name, a in zip(names, n.args)]
        inputs += [{"name": k, "arg": self.argument(a), "kind": 2} for k, a in n.kwargs.items()]
        single = hasattr(n.meta.get("val"), "dtype") if _is_higher_order(n.target) else None
        return {"target": target, "inputs": inputs, "outputs": self.outputs(n, schema), "metadata": _said_of(n), "is_hop_single_tensor_return": single, "name": n.name}

    def outputs(self, n, schema):
        items = {u.args[1]: u for u in n.users if u.target is operator.getitem}
        if "number_in_archive" in n.meta or n.meta.get("val") is not None and not isinstance(n.meta["val"], (list, tuple)):
            return [self.argument(n)]
        if _is_higher_order(n.target):
            return [self.argument(items[i]) if i in items else {"as_tensor": {"name": f"{n.name}_unused_{i}"}} for i in range(max(items, default=-1) + 1)]
        returns = str(schema).rsplit("->", 1)[1].strip() if schema is not None else "()"
        if returns == "()":
            return []
        count = max(items, default=-1) + 1 if returns.endswith("[]") else returns.count(",") + 1
        names = []
        for i in range(count):
            if i in items:
                self.argument(items[i])
                names.append({"name": items[i].name})
            else:
                names.append({"name": f"{n.name}_unused_{i}"})
                val = n.meta.get("item_values", {}).get(i)
                if val is None:
                    raise NotImplementedError(f"torch.export.save: nothing is known of result {i} of the node {n.name}")
                self.tensors[names[-1]["name"]] = _meta(val)
        return [{"as_tensors": names}] if returns.endswith("[]") else [{"as_tensor": name} for name in names]

    def argument(self, v):
        if isinstance(v, torch.fx.Node):
            return self.inner(v) if v.op == "get_attr" else self.reference(v)
        if v is None:
            return {"as_none": True}
        if isinstance(v, bool):
            return {"as_bool": v}
        if isinstance(v, int):
            return {"as_int": v}
        if isinstance(v, float):
            return {"as_float": v if v - v == 0 else "NaN" if v != v else "Infinity" if v > 0 else "-Infinity"}
        if isinstance(v, complex):
            return {"as_complex": {"real": v.real, "imag": v.imag}}
        if isinstance(v, str):
            return {"as_string": v}
        if isinstance(v, torch.dtype):
            return {"as_scalar_type": _DTYPE_NUMBERS[v]}
        if isinstance(v, torch.device):
            return {"as_device": {"type": v.type, "index": v.index}}
        if isinstance(v, torch.memory_format):
            return {"as_memory_format": _FORMAT_NUMBERS[v]}
        if isinstance(v, torch.layout):
            return {"as_layout": 7}
        if isinstance(v, (list, tuple)):
            return self.items(list(v))
        raise NotImplementedError(f"torch.export.save: magneto does not write a {type(v).__name__} to an archive")

    def reference(self, n):
        val = n.meta.get("val")
        if val is None and "number_in_archive" in n.meta:
            kind, entry = n.meta["number_in_archive"]
            (self.bools if kind == "bool" else self.floats)[n.name] = entry
            return {f"as_sym_{kind}": {"as_name": n.name}}
        if hasattr(val, "dtype"):
            self.tensors[n.name] = _meta(val)
            return {"as_tensor": {"name": n.name}}
        if isinstance(val, (torch.SymBool, bool)):
            self.bools[n.name] = {"as_bool": val} if isinstance(val, bool) else {"as_expr": {"expr_str": spelled(str(val)), "hint": None}}
            return {"as_sym_bool": {"as_name": n.name}}
        if isinstance(val, (torch.SymFloat, float)):
            self.floats[n.name] = {"as_float": val} if isinstance(val, float) else {"as_expr": {"expr_str": spelled(str(val)), "hint": None}}
            return {"as_sym_float": {"as_name": n.name}}
        self.ints[n.name] = _size(val)
        return {"as_sym_int": {"as_name": n.name}}

    def items(self, v):
        plain = [self.argument(x) for x in v]
        kinds = {next(iter(p)) for p in plain}
        for kind, name in (("as_tensor", "as_tensors"), ("as_int", "as_ints"), ("as_float", "as_floats"), ("as_bool", "as_bools"), ("as_string", "as_strings")):
            if kinds == {kind}:
                return {name: [p[kind] for p in plain]}
        if not kinds:
            return {"as_ints": []}
        if kinds <= {"as_sym_int", "as_int"}:
            return {"as_sym_ints": [p.get("as_sym_int", p) for p in plain]}
        if kinds <= {"as_sym_float", "as_float"}:
            return {"as_sym_floats": [p.get("as_sym_float", p) for p in plain]}
        if kinds <= {"as_int", "as_float"}:
            return {"as_floats": [float(next(iter(p.values()))) for p in plain]}
        if kinds <= {"as_tensor", "as_none"}:
            return {"as_optional_tensors": plain}
        raise NotImplementedError("torch.export.save: magneto does not write a list of " + ", ".join(sorted(k[3:] for k in kinds)))


def _is_higher_order(target):
    return isinstance(target, torch._ops.HigherOrderOperator)


def _said_of(n):
    """What is noted of a node, as texts."""
    said = {}
    if n.stack_trace:
        said["stack_trace"] = n.stack_trace
    if n.meta.get("nn_module_stack"):
        said["nn_module_stack"] = ";".join(f"{key},{path},{kind if isinstance(kind, str) else f'{kind.__module__}.{kind.__qualname__}'}" for key, (path, kind) in n.meta["nn_module_stack"].items())
    else:
        said["nn_module_stack"] = ",".join(["_empty_nn_module_stack_from_metadata_hook"] * 3)
    if n.meta.get("torch_fn"):
        said["torch_fn"] = ";".join(n.meta["torch_fn"])
    if "custom" in n.meta:
        said["custom"] = json.dumps(n.meta["custom"])
    return said


def _note(node, said):
    """Notes of a node what _said_of says."""
    if "stack_trace" in said:
        node.stack_trace = said["stack_trace"]
    if "nn_module_stack" in said:
        entries = [entry.split(",", 2) for entry in said["nn_module_stack"].split(";")]
        stack = {key: (path, kind) for key, path, kind in entries}
        node.meta["nn_module_stack"] = {} if "_empty_nn_module_stack_from_metadata_hook" in stack else stack
    if "torch_fn" in said:
        node.meta["torch_fn"] = tuple(said["torch_fn"].split(";"))
    if "custom" in said:
        node.meta["custom"] = json.loads(said["custom"])


def text_of(ep):
    """The graph and signature of a program, as JSON."""
    return json.dumps(_Writer(ep).program()[0])


# Reading

def program_of(data, state_dict, constants, example_inputs):
    """The program whose graph and signature text_of has written."""
    try:
        plain = json.loads(data)
        if plain["schema_version"]["major"] != _SCHEMA["major"]:
            raise RuntimeError(f"Serialized schema version {plain['schema_version']} does not match our current schema version {_SCHEMA}.")
        ep = _Reader(None, []).build(plain, state_dict, constants)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as e:
        raise RuntimeError(f"the serialized program is not as it must be: {type(e).__name__}: {e}") from None
    ep._example_inputs = example_inputs
    return ep


def load(f, extra_files):
    """Reads a program from a file, by name or open."""
    archive = opened(f)
    ep = archive.program("model")
    for name in extra_files or ():
        if f"{archive.root}/extra/{name}" in archive.names:
            extra_files[name] = archive.read(f"extra/{name}").decode()
    return ep


def read(f):
    """The programs of a file by name, and its further files as text."""
    archive = opened(f)
    members = [name[len(archive.root) + 1:] for name in archive.names]
    programs = {m[len("models/"):-len(".json")]: archive.program(m[len("models/"):-len(".json")]) for m in members if m.startswith("models/") and m.endswith(".json")}
    return programs, {m[len("extra/"):]: archive.read(m).decode() for m in members if m.startswith("extra/") and m != "extra/"}


def opened(f):
    """The archive that a file is."""
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as given:
            data = given.read()
    else:
        data = f.read()
    try:
        z = zipfile.ZipFile(io.BytesIO(data))
        infos = z.infolist()
    except (zipfile.BadZipFile, ValueError, IndexError) as e:
        if str(e) == "File is not a zip file":  # anything but an archive
            raise zipfile.BadZipFile(str(e)) from None
        raise RuntimeError(f"torch.export.load: the file is no archive: {e}") from None
    if sum(i.file_size for i in infos) > max(_MOST, _RATIO * len(data)):
        raise RuntimeError("torch.export.load: the archive says that it holds far more than its file can")
    return _Reader(z, infos)


class _Reader:
    def __init__(self, z, infos):
        self.z, self.names = z, [i.filename for i in infos]
        self.root = self.names[0].split("/")[0] if self.names else ""

    def read(self, name):
        path = f"{self.root}/{name}"
        if path not in self.names:
            raise RuntimeError(f"torch.export.load: the archive has no member {name}")
        try:
            return self.z.read(path)
        except (zipfile.BadZipFile, ValueError, EOFError, OSError) as e:
            raise RuntimeError(f"torch.export.load: the member {name} of the archive is damaged: {e}") from None

    def json(self, name):
        try:
            return json.loads(self.read(name))
        except (ValueError, RecursionError) as e:
            raise RuntimeError(f"torch.export.load: the member {name} of the archive is no JSON: {e}") from None

    def program(self, name):
        if self.read("archive_format").strip() != b"pt2":
            raise RuntimeError("torch.export.load: the archive is not of the format pt2")
        if self.read("archive_version").strip() != b"0":
            raise RuntimeError(f"torch.export.load: the archive has version {self.read('archive_version').decode(errors='replace')}, magneto reads version 0")
        plain, self.name = self.json(f"models/{name}.json"), name
        try:
            version = plain["schema_version"]
            if version["major"] != _SCHEMA["major"]:
                raise RuntimeError(f"torch.export.load: the program has schema version {version['major']}.{version['minor']}, magneto reads {_SCHEMA['major']}")
            weights = self.tensors("weights", f"{name}_weights_config")
            constants = self.tensors("constants", f"{name}_constants_config")
            ep = self.build(plain, weights, constants)
        except NotImplementedError:
            raise
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as e:
            raise RuntimeError(f"torch.export.load: the program in the archive is not as it must be: {type(e).__name__}: {e}") from None
        return ep

    def tensors(self, folder, config):
        out, known = {}, {}
        for name, entry in self.json(f"data/{folder}/{config}.json")["config"].items():
            if (key := json.dumps(entry, sort_keys=True)) in known:  # one tensor by several names
                out[name] = out[known[key]]
                continue
            known[key] = name
            if entry["use_pickle"]:
                raise RuntimeError(f"torch.export.load: {name} is pickled in the archive, which magneto does not read")
            meta = entry["tensor_meta"]
            dtype, sizes, strides = _DTYPES[meta["dtype"]], [s["as_int"] for s in meta["sizes"]], [s["as_int"] for s in meta["strides"]]
            data = self.read(f"data/{folder}/{entry['path_name']}")
            offset = meta["storage_offset"]["as_int"]
            if any(n < 0 for n in sizes) or any(n < 0 for n in strides) or offset < 0:
                raise RuntimeError(f"torch.export.load: {name} has a negative size in the archive")
            needs = offset + sum((n - 1) * s for n, s in zip(sizes, strides)) + 1 if 0 not in sizes else 0
            flat = torch.frombuffer(bytearray(data), dtype=dtype) if data else torch.empty(0, dtype=dtype)
            if needs > flat.numel():
                raise RuntimeError(f"torch.export.load: {name} takes {needs} elements, the archive has {flat.numel()}")
            t = flat.as_strided(sizes, strides, offset).clone(memory_format=torch.preserve_format)
            if entry["is_param"]:
                t = torch.nn.Parameter(t, requires_grad=meta["requires_grad"])
            elif meta["requires_grad"]:
                t.requires_grad_()
            out[name] = t
        return out

    def build(self, plain, weights, constants):
        from .exported_program import ExportedProgram, ModuleCallEntry
        from ._ranges import _Symbol, loaded_range
        module = plain["graph_module"]
        owner, signature = torch.nn.Module(), module["signature"]
        graph = self.graph(module["graph"], signature, owner)
        inputs = [self.input_spec(*next(iter(s.items()))) for s in signature["input_specs"]]
        outputs = [self.output_spec(*next(iter(s.items()))) for s in signature["output_specs"]]
        root = next(e["signature"] for e in module["module_call_graph"] if e["fqn"] == "")
        in_spec, out_spec = pytree.treespec_loads(root["in_spec"]), pytree.treespec_loads(root["out_spec"])
        gm = GraphModule(owner, graph)
        bind_unbacked(gm)
        ranges = {_Symbol(k): loaded_range(r["min_val"], r["max_val"]) for k, r in plain["range_constraints"].items()}
        sample = self.read(f"data/sample_inputs/{self.name}.pt") if self.z is not None else None
        with torch.serialization.safe_globals([t for t in (*pytree.SUPPORTED_NODES, *pytree._WRITTEN) if isinstance(t, type)]):  # classes that the script has registered
            example = torch.load(io.BytesIO(sample)) if sample else None
        names = list(root.get("forward_arg_names") or [])
        calls = [ModuleCallEntry(e["fqn"], self.call_signature(e["signature"])) for e in module["module_call_graph"]]
        ep = ExportedProgram(gm, graph, ExportGraphSignature(inputs, outputs), weights, ranges, calls, example, constants)
        ep._in_spec, ep._out_spec, ep._root = in_spec, out_spec, None
        ep._names, ep._guards_code = names, list(plain.get("guards_code", ()))
        return ep

    def call_signature(self, signature):
        from .exported_program import ModuleCallSignature

        if signature is None:
            return None
        inputs, outputs = ([self.leaf(a) for a in signature[side]] for side in ("inputs", "outputs"))
        return ModuleCallSignature(inputs, outputs, pytree.treespec_loads(signature["in_spec"]), pytree.treespec_loads(signature["out_spec"]), signature.get("forward_arg_names") or None)

    def leaf(self, a):
        kind, v = next(iter(a.items()))
        if kind == "as_tensor":
            return TensorArgument(v["name"])
        if kind in _NUMBERS and "as_name" in v:
            return _NUMBERS[kind](v["as_name"])
        return ConstantArgument("", self.argument(a))

    def graph(self, plain, signature, owner):
        self.values, self.made, self.owner = plain, {}, owner
        graph = torch.fx.Graph()
        for spec, given in zip(signature["input_specs"], plain["inputs"]):
            kind, entry = next(iter(spec.items()))
            value = next(iter(given.values()))
            name = entry["name"] if kind == "constant_input" else (value.get("name") or value.get("as_name")) if isinstance(value, dict) else None
            if name is None:
                name = entry["arg"]["name"]
            self.define(graph.placeholder(name), name)
        for n in plain["nodes"]:
            self.node(graph, n)
        graph.output(tuple(self.argument(a) for a in plain["outputs"]))
        return graph

    def inner(self, graph, entry):
        """A graph that a node takes, as an attribute of the module that it stands in."""
        kept, plain = (self.values, self.made, self.owner), entry["graph"]
        owner, made = torch.nn.Module(), torch.fx.Graph()
        self.values, self.made, self.owner = plain, {}, owner
        for given in plain["inputs"]:
            value = next(iter(given.values()))
            name = value.get("name") or value.get("as_name")
            self.define(made.placeholder(name), name)
        for n in plain["nodes"]:
            self.node(made, n)
        results = tuple(self.argument(a) for a in plain["outputs"])
        made.output(results[0] if plain["is_single_tensor_return"] else results)
        self.values, self.made, self.owner = kept
        if not entry["name"].isidentifier():
            raise RuntimeError(f"torch.export.load: {entry['name']!r} is no name of a graph")
        setattr(self.owner, entry["name"], GraphModule(owner, made))
        return graph.create_node("get_attr", entry["name"], (), {}, entry["name"])

    def define(self, node, name):
        """Names a node, and says what its value is like."""
        self.made[name] = node
        if name in self.values["tensor_values"]:
            m = self.values["tensor_values"][name]
            _c.describe_tensor(node, [self.size(s) for s in m["sizes"]], [self.size(s) for s in m["strides"]], _DTYPES[m["dtype"]], m["requires_grad"])
        elif name in self.values["sym_int_values"]:
            _c.describe_size(node, self.size(self.values["sym_int_values"][name]))
        else:
            for kind in ("bool", "float"):
                if name in self.values.get(f"sym_{kind}_values", ()):
                    self.define_number(node, kind, self.values[f"sym_{kind}_values"][name])

    @staticmethod
    def define_number(node, kind, entry):
        """Says what a truth or a float is; an expression that sizes do not have stays as the archive has it."""
        try:
            _c.describe_size(node, printed(entry["as_expr"]["expr_str"]))
        except (KeyError, ValueError):
            node.meta["number_in_archive"] = kind, entry

    @staticmethod
    def size(s):
        return str(s["as_int"]) if "as_int" in s else printed(s["as_expr"]["expr_str"])

    def node(self, graph, n):
        target = self.target(n["target"])
        args = [self.inner(graph, i["arg"]["as_graph"]) if "as_graph" in i["arg"] else self.argument(i["arg"]) for i in n["inputs"] if i.get("kind", 1) != 2]
        kwargs = {i["name"]: self.argument(i["arg"]) for i in n["inputs"] if i.get("kind", 1) == 2}
        outs = n["outputs"]
        single = len(outs) == 1 and "as_tensors" not in outs[0] and n.get("is_hop_single_tensor_return") is not False
        name = n.get("name") or (self.name_of(outs[0]) if single else None)
        node = graph.create_node("call_function", target, tuple(args), kwargs, name)
        if single:
            self.define(node, self.name_of(outs[0]))
        _note(node, n.get("metadata", {}))
        if single:
            return
        names = [t["name"] for t in outs[0]["as_tensors"]] if outs and "as_tensors" in outs[0] else [self.name_of(o) for o in outs]
        for i, item in enumerate(names):
            if item is not None and not item.endswith(f"_unused_{i}"):
                self.define(graph.create_node("call_function", operator.getitem, (node, i), {}, item), item)
                _note(self.made[item], n.get("metadata", {}))
        values = [self.made[item].meta.get("val") if item in self.made else None for item in names]
        if values and all(value is not None for value in values):
            node.meta["val"] = tuple(values)

    @staticmethod
    def name_of(out):
        kind, value = next(iter(out.items()))
        return value["name"] if kind == "as_tensor" else value["as_name"] if kind.startswith("as_sym_") else None

    @staticmethod
    def target(text):
        """The function of a node, out of those that programs may call."""
        parts = text.split(".")
        if parts[:3] == ["torch", "ops", "higher_order"] and len(parts) == 4:
            op = getattr(torch.ops.higher_order, parts[3], None)
            if op is None:
                raise NotImplementedError(f"torch.export.load: magneto has no operator {text}")
            return op
        if parts[:2] == ["torch", "ops"] and len(parts) == 5:
            from torch.jit import _operators  # noqa: F401, which defines some

            op = torch.ops
            for part in parts[2:]:
                op = getattr(op, part, None)
                if op is None:
                    raise NotImplementedError(f"torch.export.load: magneto has no operator {text}")
            return op
        if len(parts) == 2 and parts[0] == "_operator" and parts[1] in _OPERATORS:
            return getattr(operator, parts[1])
        if len(parts) == 2 and parts[0] == "torch" and parts[1].startswith("sym_"):
            return getattr(torch, parts[1])
        raise RuntimeError(f"torch.export.load: the program calls {text}, which magneto does not run from an archive")

    def argument(self, a):
        kind, v = next(iter(a.items()))
        if kind == "as_none":
            return None
        if kind in ("as_int", "as_bool", "as_string", "as_ints", "as_bools", "as_strings"):
            return v
        if kind == "as_float":
            return float(v)
        if kind == "as_floats":
            return [float(x) for x in v]
        if kind == "as_complex":
            return complex(v["real"], v["imag"])
        if kind == "as_tensor":
            return self.made[v["name"]]
        if kind == "as_tensors":
            return [self.made[t["name"]] for t in v]
        if kind == "as_optional_tensors":
            return [self.argument(x) for x in v]
        if kind in ("as_sym_int", "as_sym_float", "as_sym_bool"):
            return self.made[v["as_name"]] if "as_name" in v else next(iter(v.values()))
        if kind in ("as_sym_ints", "as_sym_floats"):
            return [self.made[x["as_name"]] if "as_name" in x else next(iter(x.values())) for x in v]
        if kind == "as_scalar_type":
            return _DTYPES[v]
        if kind == "as_memory_format":
            return _FORMATS[v]
        if kind == "as_device":
            return torch.device(v["type"])
        if kind == "as_layout":
            return torch.strided
        raise RuntimeError(f"torch.export.load: magneto does not read arguments of the kind {kind}")

    def one(self, a):
        kind, v = next(iter(a.items()))
        if kind == "as_tensor":
            return TensorArgument(v["name"])
        if kind in _NUMBERS and "as_name" in v:
            return _NUMBERS[kind](v["as_name"])
        return ConstantArgument("", self.argument(a))

    def input_spec(self, kind, entry):
        if kind == "parameter":
            return InputSpec(InputKind.PARAMETER, TensorArgument(entry["arg"]["name"]), entry["parameter_name"], None)
        if kind == "buffer":
            return InputSpec(InputKind.BUFFER, TensorArgument(entry["arg"]["name"]), entry["buffer_name"], entry["persistent"])
        if kind == "tensor_constant":
            return InputSpec(InputKind.CONSTANT_TENSOR, TensorArgument(entry["arg"]["name"]), entry["tensor_constant_name"], None)
        if kind == "constant_input":
            return InputSpec(InputKind.USER_INPUT, ConstantArgument(entry["name"], self.argument(entry["value"])), None)
        if kind == "user_input":
            return InputSpec(InputKind.USER_INPUT, self.one(entry["arg"]), None)
        raise RuntimeError(f"torch.export.load: magneto does not read inputs of the kind {kind}")

    def output_spec(self, kind, entry):
        if kind == "user_output":
            return OutputSpec(OutputKind.USER_OUTPUT, self.one(entry["arg"]), None)
        known = {"buffer_mutation": (OutputKind.BUFFER_MUTATION, "buffer_name"), "parameter_mutation": (OutputKind.PARAMETER_MUTATION, "parameter_name"),
                 "user_input_mutation": (OutputKind.USER_INPUT_MUTATION, "user_input_name")}
        if kind not in known:
            raise RuntimeError(f"torch.export.load: magneto does not read outputs of the kind {kind}")
        return OutputSpec(known[kind][0], TensorArgument(entry["arg"]["name"]), entry[known[kind][1]])


# what signatures say of numbers, by the kinds of arguments
_NUMBERS = {"as_sym_int": SymIntArgument, "as_sym_float": SymFloatArgument, "as_sym_bool": SymBoolArgument}

_OPERATORS = {"add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "neg", "pos", "eq", "ne", "lt", "le", "gt", "ge", "and_", "or_", "not_", "getitem"}
