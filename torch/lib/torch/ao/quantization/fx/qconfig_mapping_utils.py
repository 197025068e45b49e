"""The configuration of each node of a graph."""

import re
from collections import Counter

from torch.ao.nn.intrinsic import _FusedModule
from torch.ao.quantization.backend_config import get_native_backend_config
from torch.ao.quantization.qconfig import _assert_valid_qconfig

__all__ = []


def _get_object_type_qconfig(qconfig_mapping, object_type, fallback_qconfig):
    """The configuration of a type."""
    return qconfig_mapping.object_type_qconfigs.get(object_type, fallback_qconfig)


def _get_module_name_regex_qconfig(qconfig_mapping, module_name, fallback_qconfig):
    """The configuration of the first pattern that a name begins with."""
    return next((given for pattern, given in qconfig_mapping.module_name_regex_qconfigs.items() if re.match(pattern, module_name)), fallback_qconfig)


def _get_module_name_qconfig(qconfig_mapping, module_name, fallback_qconfig):
    """The configuration of a name, or of the innermost module around it that has one."""
    if module_name == "":
        return fallback_qconfig
    if module_name in qconfig_mapping.module_name_qconfigs:
        return qconfig_mapping.module_name_qconfigs[module_name]
    return _get_module_name_qconfig(qconfig_mapping, module_name.rpartition(".")[0], fallback_qconfig)


def qconfig_for(mapping, kind, path):
    """The configuration by type, pattern of names, and name, in which later ones go before."""
    by_type = mapping.global_qconfig if kind is None else _get_object_type_qconfig(mapping, kind, mapping.global_qconfig)
    by_pattern = _get_module_name_regex_qconfig(mapping, path, by_type)
    return _get_module_name_qconfig(mapping, path, mapping.module_name_qconfigs.get("", by_pattern))


def _maybe_adjust_qconfig_for_module_name_object_type_order(qconfig_mapping, cur_module_path, cur_object_type, cur_object_type_idx, fallback_qconfig):
    """The configuration of the operator of a type that is the so manieth in a module."""
    return qconfig_mapping.module_name_object_type_order_qconfigs.get((cur_module_path, cur_object_type, cur_object_type_idx), fallback_qconfig)


def qconfigs_of_nodes(graph, modules, mapping, scopes):
    """Configurations by the names of nodes."""
    made, seen = {}, Counter()
    for node in graph.nodes:
        qconfig = None
        scope = scopes.get(node.name, ("", None))[0]
        if node.op == "get_attr":
            qconfig = qconfig_for(mapping, None, scope)
        elif node.op in ("call_function", "call_method"):
            qconfig = qconfig_for(mapping, node.target, scope)
            qconfig = _by_order(mapping, qconfig, scope, node.target, seen)
        elif node.op == "call_module":
            module = modules[node.target]
            kind = type(module)
            qconfig = qconfig_for(mapping, kind, node.target)
            counted = type(module[0]) if isinstance(module, _FusedModule) and len(module) else kind
            qconfig = _by_order(mapping, qconfig, node.target.rpartition(".")[0], counted, seen)
            _assert_valid_qconfig(qconfig, module)
            module.qconfig = qconfig
        made[node.name] = qconfig
    return made


def _by_order(mapping, qconfig, scope, kind, seen):
    index = seen[scope, kind]
    seen[scope, kind] += 1
    return _maybe_adjust_qconfig_for_module_name_object_type_order(mapping, scope, kind, index, qconfig)


def update_for_fusion(mapping, modules):
    """Joined modules are configured as their first part is."""
    present = {type(m) for m in modules.values()}
    for config in get_native_backend_config().configs:
        if config.fused_module not in present or not isinstance(config.pattern, tuple):
            continue
        first, *rest = config.pattern
        given = mapping.object_type_qconfigs.get(first)
        if given is None:
            continue
        for part in rest:
            if mapping.object_type_qconfigs.get(part, mapping.global_qconfig) != given:
                raise LookupError(f"During fusion, we need to specify the same qconfigs for all module types in {config.fused_module} offending type: {part}")
        mapping.object_type_qconfigs[config.fused_module] = given
    return mapping
