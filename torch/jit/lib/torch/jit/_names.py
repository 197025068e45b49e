"""Names of torch._C that say something of scripts: types of their values, operators, containers, archives."""

__all__ = ["named"]


def _jit_assert_is_instance(value, kind):
    from torch._C import _script

    if type(value) is tuple and kind.kind() == "ListType":  # any sequence becomes a list
        value = list(value)
    if not _script.is_instance(value, kind):
        raise RuntimeError(f"Expected value of type {kind} but got value of type {type(value).__name__}")


def _jit_get_all_schemas():
    """The declarations of all operators."""
    from torch._C import _script

    return _script.all_schemas()


def _jit_flatten(value):
    """The tensors in nested tuples, lists and dicts, and what puts them together again."""
    import torch

    tensors = []

    def walk(x):
        if isinstance(x, torch.Tensor):
            tensors.append(x)
            return "t"
        if isinstance(x, (tuple, list)):
            return type(x)(walk(y) for y in x)
        if isinstance(x, dict):
            return {key: walk(y) for key, y in x.items()}
        if isinstance(x, str):
            return ("s", x)
        raise RuntimeError(f"Only tuples, lists and Variables are supported as JIT inputs/outputs. Dictionaries and strings are also accepted, but their usage is not recommended. Here, received an input of unsupported type: {type(x).__name__}")

    layout = walk(value)
    return tuple(tensors), layout


def _jit_unflatten(tensors, layout):
    rest = iter(tensors)

    def build(x):
        if x == "t":
            return next(rest)
        if isinstance(x, tuple) and len(x) == 2 and x[0] == "s":
            return x[1]
        if isinstance(x, dict):
            return {key: build(y) for key, y in x.items()}
        return type(x)(build(y) for y in x)

    return build(layout)


def _jit_is_script_object(value):
    from torch._C import _script

    return isinstance(value, _script.ScriptObject)


def import_ir_module_from_buffer(cu, buffer, map_location=None, extra_files=None, restore_shapes=False):
    import io

    import torch

    return torch.jit.load(io.BytesIO(buffer), map_location=map_location, _extra_files=extra_files)._c


def import_ir_module(cu, filename, map_location=None, extra_files=None, restore_shapes=False):
    import torch

    return torch.jit.load(filename, map_location=map_location, _extra_files=extra_files)._c


def _jit_check_alias_annotation(graph, args, unqualified_name):
    """Run an operator and compare what it changed, and what its results share with operands, with its declaration."""
    import torch

    def storages(x):
        if isinstance(x, torch.Tensor):
            return {x.untyped_storage().data_ptr()}
        return set().union(*map(storages, x)) if isinstance(x, (tuple, list)) else set()

    def copied(x):
        if isinstance(x, torch.Tensor):
            return x.detach().clone()
        return type(x)(map(copied, x)) if isinstance(x, (tuple, list)) else x

    def same(x, y):
        if isinstance(x, torch.Tensor):
            return torch.equal(x.detach(), y) or bool(((x.detach() == y) | ((x != x) & (y != y))).all())
        return all(map(same, x, y)) if isinstance(x, (tuple, list)) else True

    node = next((n for n in graph.nodes() if n.kind() == f"aten::{unqualified_name}"), None)
    if node is None:
        return  # what the graph calls is an operator of another name
    schema = torch._C.parse_schema(node.schema())
    names = [p.debugName() for p in graph.inputs()]
    given = dict(zip(names, args))
    operands = [given.get(v.debugName()) for v in node.inputs()]
    before = [copied(x) for x in operands]
    out = torch._C._jit_interpret_graph(graph, tuple(args))
    for x, y, declared in zip(operands, before, schema.arguments):
        if not declared.is_write and not same(x, y):
            raise RuntimeError(f"Argument {declared.name} was changed, which the declaration does not say: {schema}")
    results = out if isinstance(out, tuple) and len(schema.returns) > 1 else (out,)
    for result, declared in zip(results, schema.returns):
        if declared.alias_info is None:
            for x in operands:
                if storages(x) & storages(result) and isinstance(result, torch.Tensor) and result.numel():
                    raise RuntimeError(f"A result shares memory with an argument, which the declaration does not say: {schema}")


class AliasInfo:
    """What a declaration says of the memory of an argument or a result."""

    def __init__(self, is_write, before_set, after_set):
        self.is_write, self.before_set, self.after_set = is_write, before_set, after_set


def alias_info(text):
    """What is written in the brackets behind a type: a!, a|b, a -> *."""
    before, _, after = text.partition("->")
    sets = [{name.strip() for name in part.replace("!", "").split("|") if name.strip() != "*"} for part in (before, after or before)]
    return AliasInfo("!" in text, *sets)


class ErrorReport:
    """Where the compiler is."""

    @staticmethod
    def call_stack():
        return ""


_SWITCHES = {"_jit_can_fuse_on_cpu_legacy": False, "_jit_llga_enabled": False, "_jit_get_te_generate_block_code": False}


def _exchange(key):
    def exchange(value):
        old, _SWITCHES[key] = _SWITCHES[key], value
        return old

    return exchange


_jit_override_can_fuse_on_cpu_legacy = _exchange("_jit_can_fuse_on_cpu_legacy")
_jit_set_llga_enabled = _exchange("_jit_llga_enabled")
_jit_set_te_generate_block_code = _exchange("_jit_get_te_generate_block_code")


def named(name):
    """What torch._C has under a name; None if it is not of this module."""
    if name in _SWITCHES:
        return lambda: _SWITCHES[name]
    if name in ("ScriptList", "ScriptListIterator", "ScriptDict", "ScriptDictIterator", "ScriptDictKeyIterator"):
        from torch.jit import _containers

        return getattr(_containers, name)
    if name == "_Await":
        from torch.jit import _await

        return _await._AwaitObject
    if name == "Future":
        return _script.Future
    if name in _MODULES:
        import importlib

        return getattr(importlib.import_module(_MODULES[name]), name)
    return globals().get(name) if not name.startswith("__") and name != "named" else None


_MODULES = {
    "ScriptModule": "torch.jit", "_te": "torch.jit._kernels", "ScriptObject": "torch._C._script", "InferredType": "torch.jit._settings", "Code": "torch.jit._state", "ExecutionPlan": "torch.jit._state", "GraphExecutorState": "torch.jit._state",
    "ArgumentSpec": "torch.jit._state", "AggregationType": "torch.jit._logging", "LoggerBase": "torch.jit._logging", "NoopLogger": "torch.jit._logging", "LockingLogger": "torch.jit._logging", 
    "_UpgraderEntry": "torch.jit._upgraders", "_UpgraderRange": "torch.jit._upgraders", "_get_upgraders_map_size": "torch.jit._upgraders", "_get_upgraders_entry_map": "torch.jit._upgraders",
    "_get_operator_version_map": "torch.jit._upgraders", "_get_upgrader_ranges": "torch.jit._upgraders", "_test_only_populate_upgraders": "torch.jit._upgraders", "_test_only_remove_upgraders": "torch.jit._upgraders",
    "_test_only_add_entry_to_op_version_map": "torch.jit._upgraders", "_test_only_remove_entry_to_op_version_map": "torch.jit._upgraders", "_get_version_calculator_flag": "torch.jit._upgraders",
    "_calculate_package_version_based_on_upgraders": "torch.jit._upgraders", "_dump_upgraders_map": "torch.jit._upgraders",
    "_jit_register_decomposition_for_schema": "torch.jit._decomposition_utils", "_jit_decomposition_graph_for_node": "torch.jit._decomposition_utils",
    "_jit_pass_run_decompositions": "torch.jit._decomposition_utils", "_jit_to_static_module": "torch.jit._static", "StaticModule": "torch.jit._static",
    "LiteScriptModule": "torch.jit.mobile", "_enable_mobile_interface_call_export": "torch.jit.mobile", "_get_model_bytecode_version": "torch.jit.mobile", "_get_model_ops_and_info": "torch.jit.mobile",
    "_jit_pass_fold_convbn": "torch.jit._quantize", "_jit_pass_insert_observers": "torch.jit._quantize", "_jit_pass_insert_quant_dequant": "torch.jit._quantize",
    "_jit_pass_quant_finalize": "torch.jit._quantize", "_get_mobile_model_contained_types": "torch.jit.mobile", "_export_operator_list": "torch.jit.mobile",
}
