"""What tests of quantization share: models, data, and checks of modules that were prepared or converted."""
import copy
import dataclasses
import functools
import io
import unittest

import torch
from torch import nn
from torch.ao.nn.quantized import dynamic as nnqd
import torch.ao.nn.quantized as nnq
import torch.ao.nn.intrinsic.quantized.dynamic as nniqd
from torch.ao.nn.intrinsic import _FusedModule
from torch.ao.quantization import (
    QConfigMapping, QuantType, convert, default_dynamic_qconfig, get_default_qat_qconfig_mapping, get_default_qconfig, get_default_qconfig_mapping, propagate_qconfig_)
from torch.ao.quantization.quantize_jit import quantize_dynamic_jit, quantize_jit
from torch.ao.quantization.quantize_fx import convert_fx, convert_to_reference_fx, prepare_fx, prepare_qat_fx
from torch.ao.quantization import (  # noqa: F401  (tests take these from here, too)
    default_dynamic_qat_qconfig, default_dynamic_quant_observer, default_embedding_qat_qconfig, default_observer, default_symmetric_qnnpack_qat_qconfig, default_weight_observer,
    float_qparams_weight_only_qconfig)
from torch.testing._internal._quantization_models import *  # noqa: F401, F403  (tests import the models from here)
from torch.testing._internal._composed_quantization_models import *  # noqa: F401, F403
from torch.testing._internal._quantization_data import (  # noqa: F401
    AverageMeter, _dynamically_quantize_per_channel, _group_quantize_tensor, _group_quantize_tensor_symmetric, _make_conv_add_extra_input_tensor,
    _make_conv_test_input, accuracy, ddp_cleanup, ddp_setup, run_ddp, train_one_epoch)
from torch.testing._internal._quantization_helper_modules import TestHelperModules  # noqa: F401
from torch.testing._internal._quantization_models import LinearReluModel  # noqa: F401
from torch.testing._internal.common_quantized import override_quantized_engine
from torch.testing import FileCheck
from torch.testing._internal.common_utils import TestCase


def _needs(engine, name):
    """A decorator that skips where an engine of quantized operators is not there."""

    def decorate(fn):
        return unittest.skipIf(engine not in torch.backends.quantized.supported_engines, f"Quantized operations require {name}.")(fn)

    return decorate


skipIfNoFBGEMM, skipIfNoQNNPACK, skipIfNoONEDNN, skipIfNoX86 = _needs("fbgemm", "FBGEMM"), _needs("qnnpack", "QNNPACK"), _needs("onednn", "ONEDNN"), _needs("x86", "X86")
skipIfNoONEDNNBF16 = _needs("onednn", "ONEDNN")
skipIfNoDynamoSupport = skipIfNoInductorSupport = lambda fn: fn


def withQNNPACKBackend(fn):
    @functools.wraps(fn)
    def within(*args, **kwargs):
        with override_quantized_engine("qnnpack"):
            return fn(*args, **kwargs)

    return within


def test_only_eval_fn(model, calib_data):
    """Runs a model on data, so that observers see it."""
    for inputs in calib_data:
        model(*inputs)


def test_only_train_fn(model, train_data, loss_fn=nn.CrossEntropyLoss()):
    """A few steps of training; gives the losses of the last."""
    optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
    losses, correct, total = 0, 0, 0
    for _ in range(10):
        model.train()
        for data, target in train_data:
            optimizer.zero_grad()
            output = model(data)
            loss = loss_fn(output, target)
            loss.backward()
            optimizer.step()
            losses += loss.item()
            _, predicted = torch.max(output, 1)
            total += target.size(0)
            correct += (predicted == target).sum().item()
    return losses, correct, total


test_only_eval_fn.__test__ = test_only_train_fn.__test__ = False


def convert_dynamic(module):
    convert(module, torch.ao.quantization.get_default_dynamic_quant_module_mappings(), inplace=True)


def prepare_dynamic(model, qconfig_dict=None):
    propagate_qconfig_(model, qconfig_dict)


def get_script_module(model, tracing, data):
    return torch.jit.trace(model, data) if tracing else torch.jit.script(model)


def lengths_to_offsets(t, offset_type=None, use_begin_offset=True):
    """The places where stretches of these lengths begin, or end."""
    import numpy as np

    places = np.zeros((t.shape[0] + 1,), dtype=offset_type or np.int64)
    places[1:] = np.cumsum(t)
    return torch.from_numpy(places[:-1] if use_begin_offset else places[1:])


@dataclasses.dataclass(frozen=True, repr=False)
class NodeSpec:
    """An operation of a graph, by kind and target, which tests count."""

    op: str
    target: object

    call_function = classmethod(lambda cls, target: cls("call_function", target))
    call_method = classmethod(lambda cls, target: cls("call_method", target))
    call_module = classmethod(lambda cls, target: cls("call_module", target))

    def __repr__(self):
        return f"{self.op!r} {self.target!r}"


class QuantizationTestCase(TestCase):
    def setUp(self):
        super().setUp()
        self.calib_data = [[torch.rand(2, 5)] for _ in range(2)]
        self.train_data = [[torch.rand(2, 5), torch.randint(0, 1, (2,))] for _ in range(2)]
        self.img_data_1d = [[torch.rand(2, 3, 10)] for _ in range(2)]
        self.img_data_2d = [[torch.rand(1, 3, 10, 10)] for _ in range(2)]
        self.img_data_3d = [[torch.rand(1, 3, 5, 5, 5)] for _ in range(2)]
        self.img_data_1d_train, self.img_data_2d_train, self.img_data_3d_train = (
            [[torch.rand(*size), torch.randint(0, 1, (1,))] for _ in range(2)] for size in ((2, 3, 10), (1, 3, 10, 10), (1, 3, 5, 5, 5)))
        self.img_data_dict = {1: self.img_data_1d, 2: self.img_data_2d, 3: self.img_data_3d}

    def checkNoPrepModules(self, module):
        for name in ("quant", "dequant"):
            self.assertFalse(hasattr(module, name), name)

    def checkHasPrepModules(self, module):
        for name in ("module", "quant", "dequant"):
            self.assertTrue(hasattr(module, name), name)

    def checkNoQconfig(self, module):
        for part in module.modules():
            self.assertFalse(hasattr(part, "qconfig"))

    def checkObservers(self, module, propagate_qconfig_list=None, prepare_custom_config_dict=None):
        """Leaves that are to be quantized have an observer, unless they are in a sequence."""
        listed = propagate_qconfig_list if propagate_qconfig_list is not None else torch.ao.quantization.get_default_qconfig_propagation_list()
        custom = (prepare_custom_config_dict or {}).get("float_to_observed_custom_module_class", {})
        leaf = all(name == "activation_post_process" for name, _ in module.named_children())
        to_observe = leaf and not isinstance(module, nn.Sequential) and type(module) in listed or type(module) in custom
        if getattr(module, "qconfig", None) is not None and to_observe and not isinstance(module, torch.ao.quantization.DeQuantStub):
            self.assertTrue(hasattr(module, "activation_post_process"), "module: " + str(type(module)) + " do not have observer")
        trained = torch.ao.quantization.get_default_qat_module_mappings().values()
        if type(module) not in (*trained, *custom.values()) and not isinstance(module, _FusedModule):
            for child in module.children():
                if type(child) is not nn.Dropout:
                    self.checkObservers(child, listed, prepare_custom_config_dict)

    def _is_a(self, module, kind):
        self.assertIs(type(module), kind)

    def checkLinear(self, mod):
        self._is_a(mod, nn.Linear)

    def checkQuantizedLinear(self, mod):
        self._is_a(mod, nnq.Linear)

    def checkDynamicQuantizedLinear(self, mod, dtype):
        self._is_a(mod, nnqd.Linear)
        self.assertEqual(mod._packed_params.dtype, dtype)

    def checkQuantDequant(self, mod):
        self._is_a(mod.quant, nnq.Quantize)
        self._is_a(mod.dequant, nnq.DeQuantize)

    def checkWrappedQuantizedLinear(self, mod):
        self.checkQuantizedLinear(mod.module)
        self.checkQuantDequant(mod)

    def checkDynamicQuantizedModule(self, mod, reference_module_type, dtype):
        self.assertEqual(type(mod), reference_module_type)
        for packed in self._packed(mod):
            self.assertEqual(packed.dtype, dtype)

    def _packed(self, mod):
        return [mod._packed_params] if hasattr(mod, "_packed_params") else []

    def checkDynamicQuantizedLSTM(self, mod, reference_module_type, dtype):
        self._is_a(mod, reference_module_type)
        kind = {torch.qint8: "quantized_dynamic", torch.float16: "quantized_fp16"}[dtype]
        for packed in mod._all_weight_values:
            self.assertEqual(packed.param.__getstate__()[0][0], kind)

    def checkDynamicQuantizedLinearRelu(self, mod, dtype):
        self._is_a(mod, nniqd.LinearReLU)
        self.assertEqual(mod._packed_params.dtype, dtype)

    def check_eager_serialization(self, ref_model, loaded_model, x):
        """What is saved of a model gives the same model: its state first, then the whole of it."""
        expected, shown = ref_model(*x), str(ref_model)
        loaded_model.load_state_dict(self._saved_and_loaded(ref_model.state_dict()))
        for again in (loaded_model, self._saved_and_loaded(ref_model)):
            self.assertEqual(expected, again(*x))
            self.assertEqual(shown, str(again))

    def _saved_and_loaded(self, what):
        file = io.BytesIO()
        torch.save(what, file)
        file.seek(0)
        return torch.load(file, weights_only=False)

    def check_weight_bias_api(self, ref_model, weight_keys, bias_keys):
        self.assertEqual(set(weight_keys), set(ref_model.get_weight()))
        self.assertEqual(set(bias_keys), set(ref_model.get_bias()))

    def checkGraphModuleNodes(self, graph_module, expected_node=None, expected_node_occurrence=None, expected_node_list=None):
        """Checks that a graph has an operation, has each as often as it should (0: not at all), and has some in an order."""
        modules, seen = dict(graph_module.named_modules(remove_duplicate=False)), []
        for n in graph_module.graph.nodes:
            if n.op in ("call_function", "call_method"):
                seen.append(NodeSpec(n.op, n.target))
            elif n.op == "call_module":
                seen.append(NodeSpec(n.op, type(modules[n.target])))
        if expected_node is not None:
            self.assertTrue(expected_node in seen, f"node: {expected_node} not found in the graph module")
        for node, times in (expected_node_occurrence or {}).items():
            self.assertEqual(seen.count(node), times, f"Check failed for node: {node}; the graph has {seen}")
        rest = iter(seen)
        for node in expected_node_list or ():
            self.assertTrue(any(node == n for n in rest), f"{node} does not follow what is listed before it in {seen}")

    def printGraphModule(self, graph_module, print_str=True):
        modules = dict(graph_module.named_modules(remove_duplicate=False))
        lines = [" ".join(map(repr, (n.op, n.name, n.target, n.args, n.kwargs, *((type(modules[n.target]),) if n.op == "call_module" else ())))) for n in graph_module.graph.nodes]
        if print_str:
            print("\n".join(lines))
        return "\n".join(lines)

    def checkGraphModeFxOp(self, model, inputs, quant_type, expected_node=None, expected_node_occurrence=None, expected_node_list=None, is_reference=False,
                           print_debug_info=False, custom_qconfig_dict=None, prepare_expected_node=None, prepare_expected_node_occurrence=None,
                           prepare_expected_node_list=None, prepare_custom_config=None, backend_config=None):
        """Quantises a model by graph mode and checks the observed graph and the converted one; gives the models and what they compute."""
        inputs = inputs[0] if isinstance(inputs, list) else inputs
        engine = torch.backends.quantized.engine
        if quant_type == QuantType.QAT:
            mapping, prepare = get_default_qat_qconfig_mapping(engine), prepare_qat_fx
            model.train()
        else:
            mapping = get_default_qconfig_mapping(engine) if quant_type == QuantType.STATIC else QConfigMapping().set_global(default_dynamic_qconfig)
            prepare = prepare_fx
            model.eval()
        if custom_qconfig_dict is not None:
            mapping = QConfigMapping.from_dict(custom_qconfig_dict) if isinstance(custom_qconfig_dict, dict) else custom_qconfig_dict
        prepared = prepare(model, mapping, example_inputs=inputs, prepare_custom_config=prepare_custom_config, backend_config=backend_config)
        if quant_type != QuantType.DYNAMIC:
            prepared(*inputs)
        if print_debug_info:
            self.printGraphModule(prepared)
        self.checkGraphModuleNodes(prepared, prepare_expected_node, prepare_expected_node_occurrence, prepare_expected_node_list)
        quantized, reference = convert_fx(copy.deepcopy(prepared)), convert_to_reference_fx(copy.deepcopy(prepared))
        made = {"prepared": prepared, "quantized": quantized, "quantized_reference": reference,
                "quantized_output": quantized(*inputs), "quantized_reference_output": reference(*inputs)}
        checked = reference if is_reference else quantized
        if print_debug_info:
            self.printGraphModule(checked)
        self.checkGraphModuleNodes(checked, expected_node, expected_node_occurrence, expected_node_list)
        return made

    def checkGraphModeOp(self, module, data, quantized_op, tracing=False, debug=False, check=True, eval_mode=True, dynamic=False, qconfig=None):
        """Quantises a script module for debugging and in full, and checks that both compute the same, the latter with an operator; gives the latter."""
        model = get_script_module(module.eval() if eval_mode else module, tracing, data[0]).eval()
        if dynamic:
            made = {kind: quantize_dynamic_jit(model, {"": qconfig or default_dynamic_qconfig}, debug=kind) for kind in (True, False)}
            outputs = {kind: made[kind](data) for kind in made}
        else:
            configs = {"": get_default_qconfig(torch.backends.quantized.engine)}
            made = {kind: quantize_jit(model, configs, test_only_eval_fn, [copy.deepcopy(data)], inplace=False, debug=kind) for kind in (True, False)}
            outputs = {kind: made[kind](*data[0]) for kind in made}
        if debug:
            print("debug graph:", made[True].graph, "non debug graph:", made[False].graph)
        if check:
            self.assertEqual(outputs[True], outputs[False])
            FileCheck().check(quantized_op).run(made[False].graph)
        return made[False]

    def checkScriptable(self, orig_mod, calib_data, check_save_load=False):
        scripted = torch.jit.script(orig_mod)
        self._same_outputs(orig_mod, scripted, calib_data)
        self._same_outputs(orig_mod, torch.jit.trace(orig_mod, calib_data[0]), calib_data)

    def _same_outputs(self, first, second, data):
        for inputs in data:
            self.assertEqual(first(*inputs), second(*inputs))


class QuantizationLiteTestCase(QuantizationTestCase):
    pass


def get_supported_device_types():
    return ["cpu"]


skip_if_no_torchvision = unittest.skip("no torchvision")
