"""Quantising models by their graphs: fused, prepared with observers, converted."""

import copy
import dataclasses

import torch
from torch.ao.quantization.backend_config import BackendConfig, get_native_backend_config
from torch.ao.quantization.fx.convert import convert
from torch.ao.quantization.fx.custom_config import ConvertCustomConfig, FuseCustomConfig, PrepareCustomConfig
from torch.ao.quantization.fx.fuse import fuse, put_module
from torch.ao.quantization.fx.graph_module import _ATTRIBUTES, _is_observed_module
from torch.ao.quantization.fx.lower import lower
from torch.ao.quantization.fx.prepare import prepare
from torch.ao.quantization.fx.qconfig_mapping_utils import qconfigs_of_nodes, update_for_fusion
from torch.ao.quantization.fx.tracer import QuantizationTracer
from torch.ao.quantization.fx.utils import ObservedGraphModuleAttrs
from torch.ao.quantization.qconfig_mapping import QConfigMapping
from torch.ao.quantization.quantize import _remove_qconfig as _forget
from torch.ao.quantization.utils import DEPRECATION_WARNING
from torch.fx import GraphModule
from torch.fx.graph_module import _USER_PRESERVED_ATTRIBUTES_KEY
from typing_extensions import deprecated


def _as(kind, given, fallback=None):
    """Settings that were given as an object, a dictionary or not at all."""
    if given is None:
        return kind() if fallback is None else fallback()
    return kind.from_dict(given) if isinstance(given, dict) else given


def attach_preserved_attrs_to_model(model, preserved):
    model.meta[_USER_PRESERVED_ATTRIBUTES_KEY] = copy.copy(preserved)
    for name, value in preserved.items():
        setattr(model, name, value)


def _check_is_graph_module(model):
    if not isinstance(model, GraphModule):
        raise ValueError(f"input model must be a GraphModule, Got type:{type(model)} Please make sure to follow the tutorials.")


def _traced(model, custom):
    tracer = QuantizationTracer([*custom.non_traceable_module_names, *custom.standalone_module_names], [*custom.non_traceable_module_classes, *custom.standalone_module_classes])
    graph = tracer.trace(model)
    return GraphModule(model, graph), tracer.node_name_to_scope


def _kept_of(model, names):
    return {name: getattr(model, name) for name in names if hasattr(model, name)}


def fuse_fx(model, fuse_custom_config=None, backend_config=None):
    """A graph of a model in evaluation mode, in which layers that belong together are one."""
    custom = _as(FuseCustomConfig, fuse_custom_config)
    backend = _as(BackendConfig, backend_config, get_native_backend_config)
    kept = _kept_of(model, custom.preserved_attributes)
    made = fuse(torch.fx.symbolic_trace(model), False, backend)
    attach_preserved_attrs_to_model(made, kept)
    return made


def _prepare_fx(model, qconfig_mapping, is_qat, example_inputs, prepare_custom_config=None, _equalization_config=None, backend_config=None,
                is_standalone_module=False):
    custom = _as(PrepareCustomConfig, prepare_custom_config)
    if not isinstance(qconfig_mapping, (QConfigMapping, dict)):
        raise AssertionError("qconfig_mapping must be a QConfigMapping")
    if custom.float_to_observed_mapping:
        raise NotImplementedError("magneto: custom modules of graph mode quantisation")
    if _equalization_config is not None and _as(QConfigMapping, _equalization_config).to_dict() != QConfigMapping().to_dict():
        raise NotImplementedError("magneto: equalization of weights and activations")
    backend = _as(BackendConfig, backend_config, get_native_backend_config)
    given = copy.deepcopy(_as(QConfigMapping, qconfig_mapping))
    kept = _kept_of(model, custom.preserved_attributes)
    traced, scopes = _traced(model, custom)
    fused = fuse(traced, is_qat, backend)
    modules = dict(fused.named_modules(remove_duplicate=False))
    mapping = update_for_fusion(copy.deepcopy(given), modules)
    qconfigs = qconfigs_of_nodes(fused.graph, modules, mapping, scopes)
    if is_qat:
        _round_weights(fused, qconfigs, backend)
    standalone = {}
    for node in fused.graph.nodes:
        if node.op == "call_module" and node.target not in standalone:
            module = fused.get_submodule(node.target)
            entry = custom.standalone_module_names.get(node.target, custom.standalone_module_classes.get(type(module)))
            if entry is not None:
                own = _as(PrepareCustomConfig, entry.prepare_custom_config)
                asked = entry.qconfig_mapping or QConfigMapping().set_global(qconfigs[node.name])
                put_module(fused, node.target, _prepare_fx(module, asked, is_qat, entry.example_inputs, own, backend_config=entry.backend_config or backend, is_standalone_module=True))
                standalone[node.target] = own, _as(QConfigMapping, asked).global_qconfig
    made, observed = prepare(fused, qconfigs, backend, custom, standalone)
    attrs = ObservedGraphModuleAttrs(qconfigs, scopes, custom, dict.fromkeys(qconfigs), given, is_qat, observed, is_standalone_module, _backend_config=backend, _standalone=standalone)
    if is_standalone_module:
        attrs.standalone_module_input_quantized_idxs, attrs.standalone_module_output_quantized_idxs = custom.input_quantized_indexes, custom.output_quantized_indexes
    made.meta[_ATTRIBUTES] = attrs
    attach_preserved_attrs_to_model(made, kept)
    return made


def _round_weights(model, qconfigs, backend):
    """Layers that train with rounded weights in place of float ones."""
    rounded = {c.pattern: c.qat_module for c in backend.configs if c.qat_module is not None}
    done = {}
    for node in model.graph.nodes:
        if node.op != "call_module" or qconfigs[node.name] is None or node.target in done:
            continue
        module = model.get_submodule(node.target)
        kind = rounded.get(type(module))
        if kind is not None:
            done[node.target] = kind
            for part in module.modules():
                part.qconfig = qconfigs[node.name]
            put_module(model, node.target, kind.from_float(module).to(next(iter(module.parameters())).device))


@deprecated(DEPRECATION_WARNING)
def prepare_fx(model, qconfig_mapping, example_inputs, prepare_custom_config=None, _equalization_config=None, backend_config=None):
    """A model in evaluation mode with observers, which its user runs on data before it is converted."""
    return _prepare_fx(model, qconfig_mapping, False, example_inputs, prepare_custom_config, _equalization_config, backend_config)


@deprecated(DEPRECATION_WARNING)
def prepare_qat_fx(model, qconfig_mapping, example_inputs, prepare_custom_config=None, backend_config=None):
    """A model that trains with rounded numbers."""
    return _prepare_fx(model, qconfig_mapping, True, example_inputs, prepare_custom_config, backend_config=backend_config)


def _convert_fx(graph_module, is_reference, convert_custom_config=None, is_standalone_module=False, _remove_qconfig=True, qconfig_mapping=None,
                backend_config=None, is_decomposed=False, keep_original_weights=False):
    if keep_original_weights:
        raise NotImplementedError("magneto: original weights in converted graphs")
    custom = _as(ConvertCustomConfig, convert_custom_config)
    _check_is_graph_module(graph_module)
    if not _is_observed_module(graph_module):
        raise AssertionError("incoming model must be produced by prepare_fx")
    attrs = graph_module.meta[_ATTRIBUTES]
    backend = _as(BackendConfig, backend_config, lambda: attrs._backend_config)
    qconfigs = attrs.node_name_to_qconfig
    if qconfig_mapping:
        modules = dict(graph_module.named_modules(remove_duplicate=False))
        changed = update_for_fusion(copy.deepcopy(_as(QConfigMapping, qconfig_mapping)), modules)
        now = qconfigs_of_nodes(graph_module.graph, modules, changed, attrs.node_name_to_scope)
        off = {name for name, qconfig in qconfigs.items() if qconfig is not None and now.get(name) is None}
        attrs = dataclasses.replace(attrs, observed_node_names=attrs.observed_node_names - off)
        qconfigs = {name: None if name in off else qconfig for name, qconfig in qconfigs.items()}
    kept = _kept_of(graph_module, custom.preserved_attributes)
    for target in attrs._standalone:
        put_module(graph_module, target, _convert_fx(graph_module.get_submodule(target), is_reference, custom, True, _remove_qconfig, is_decomposed=is_decomposed))
    made = convert(graph_module, attrs, qconfigs, backend, attrs.prepare_custom_config, is_decomposed)
    if not is_reference:
        made = lower(made, attrs.node_name_to_scope)
    if _remove_qconfig:
        _forget(made)
    made.meta.pop(_ATTRIBUTES, None)
    attach_preserved_attrs_to_model(made, kept)
    return made


@deprecated(DEPRECATION_WARNING)
def convert_fx(graph_module, convert_custom_config=None, _remove_qconfig=True, qconfig_mapping=None, backend_config=None, keep_original_weights=False):
    """A model of quantised kernels for a prepared one, which is used up."""
    return _convert_fx(graph_module, False, convert_custom_config, _remove_qconfig=_remove_qconfig, qconfig_mapping=qconfig_mapping,
                       backend_config=backend_config, keep_original_weights=keep_original_weights)


def convert_to_reference_fx(graph_module, convert_custom_config=None, _remove_qconfig=True, qconfig_mapping=None, backend_config=None):
    """A model that quantises and dequantises around float kernels."""
    return _convert_fx(graph_module, True, convert_custom_config, _remove_qconfig=_remove_qconfig, qconfig_mapping=qconfig_mapping, backend_config=backend_config)


def _convert_to_reference_decomposed_fx(graph_module, convert_custom_config=None, qconfig_mapping=None, backend_config=None):
    return _convert_fx(graph_module, True, convert_custom_config, _remove_qconfig=False, qconfig_mapping=qconfig_mapping, backend_config=backend_config,
                       is_decomposed=True)


def _fuse_fx(model, is_qat, fuse_custom_config=None, backend_config=None):
    _check_is_graph_module(model)
    return fuse(model, is_qat, _as(BackendConfig, backend_config, get_native_backend_config))
