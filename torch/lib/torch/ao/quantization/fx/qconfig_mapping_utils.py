"""The configuration of each node of a graph."""

import re
from collections import Counter

from torch.ao.nn.intrinsic import _FusedModule
from torch.ao.quantization.backend_config import get_native_backend_config

__all__ = []


def qconfig_for(mapping, kind, path):
    """The configuration by type, pattern of names, and name, in which later ones go before."""
    qconfig = mapping.object_type_qconfigs.get(kind, mapping.global_qconfig) if kind is not None else mapping.global_qconfig
    for pattern, given in mapping.module_name_regex_qconfigs.items():
        if re.match(pattern, path):
            qconfig = given
            break
    place = path
    while True:
        if place in mapping.module_name_qconfigs:
            return mapping.module_name_qconfigs[place]
        if not place:
            return qconfig
        place = place.rpartition(".")[0]


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
            module.qconfig = qconfig
        made[node.name] = qconfig
    return made


def _by_order(mapping, qconfig, scope, kind, seen):
    index = seen[scope, kind]
    seen[scope, kind] += 1
    return mapping.module_name_object_type_order_qconfigs.get((scope, kind, index), qconfig)


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
