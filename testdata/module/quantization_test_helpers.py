"""What tests of quantization share: models that are prepared, converted and fused, checks of these, and numbers written out."""
import torch
from torch.ao.quantization import convert, fuse_modules, prepare, prepare_qat, quantize_dynamic
from torch.testing._internal.common_quantization import (
    ActivationsTestModel, AnnotatedConvBnReLUModel, AnnotatedConvModel, AnnotatedNestedModel, AnnotatedSingleLayerLinearModel, AnnotatedSkipQuantModel,
    AnnotatedSubNestedModel, AnnotatedTwoLayerLinearModel, InnerModule, ManualConvLinearQATModel, ManualLinearQATModel, ModelForFusionWithBias,
    ModelForLinearBNFusion, NestedModel, NodeSpec, QuantizationTestCase, QuantStubModel, lengths_to_offsets, test_only_eval_fn, test_only_train_fn)
from torch.testing._internal.common_quantized import (
    _calculate_dynamic_per_channel_qparams, _calculate_dynamic_qparams, _conv_output_shape, _fake_quantize_per_channel_affine_grad_reference,
    _fake_quantize_per_channel_affine_reference, _requantize, _snr, override_qengines, to_tensor)

case = QuantizationTestCase()
case.setUp()


def kinds(model):
    return {name: type(child).__module__.rpartition(".modules")[0].removeprefix("torch.") + " " + type(child).__name__ for name, child in model.named_modules()
            if not list(child.children())}


for model, data in [(AnnotatedSingleLayerLinearModel("qnnpack"), case.calib_data), (AnnotatedTwoLayerLinearModel(), case.calib_data),
                    (AnnotatedNestedModel("qnnpack"), case.calib_data), (AnnotatedSubNestedModel(), case.calib_data), (AnnotatedSkipQuantModel("qnnpack"), case.calib_data),
                    (QuantStubModel(), case.calib_data), (ActivationsTestModel(), case.calib_data), (AnnotatedConvModel("qnnpack"), case.img_data_2d)]:
    prepared = prepare(model)
    case.checkObservers(prepared)
    test_only_eval_fn(prepared, data)
    converted = convert(prepared)
    case.checkNoQconfig(converted)
    print(type(model).__name__, kinds(converted), converted(*data[0]).shape)

for model, data in [(ManualLinearQATModel("qnnpack"), case.train_data), (ManualConvLinearQATModel(), [[torch.rand(1, 3, 10, 10), torch.tensor([0])]])]:
    prepared = prepare_qat(model)
    case.checkObservers(prepared)
    test_only_train_fn(prepared, data)
    converted = convert(prepared)
    case.checkQuantDequant(converted)
    print(type(model).__name__, kinds(converted))

model = AnnotatedConvBnReLUModel("qnnpack").eval()
model.fuse_model()
print(kinds(model))
inner = InnerModule()
inner.fuse_modules()
print(inner)
fused = fuse_modules(ModelForFusionWithBias().eval(), [["conv1", "bn1", "relu1"], ["conv2", "bn2"]])
print({name: type(child).__name__ for name, child in fused.named_children()})
linear, rows = ModelForLinearBNFusion().eval(), torch.rand(3, 20)
before = linear(rows)
print(torch.allclose(fuse_modules(linear, [["fc", "bn"]])(rows), before, atol=1e-6))
dynamic = quantize_dynamic(NestedModel().eval(), {"fc3"}, dtype=torch.qint8)
case.checkDynamicQuantizedLinear(dynamic.fc3, torch.qint8)
case.checkLinear(dynamic.sub2.fc1)

for x in (torch.tensor([[-1.0, 2.0, 3.0], [0.5, -0.25, 4.0]]), torch.tensor([[1.0, 2.0], [3.0, 7.0]]), torch.tensor([[-1.0, -2.0], [0.0, 0.0]])):
    for dtype in (torch.quint8, torch.qint8):
        print([_calculate_dynamic_qparams(x, dtype, reduce_range) for reduce_range in (False, True)], [v.tolist() for v in _calculate_dynamic_per_channel_qparams(x, dtype)])
    print([_calculate_dynamic_qparams(x, torch.qint8, reduce_range, torch.per_tensor_symmetric) for reduce_range in (False, True)])
x, scales, zero_points = torch.tensor([[-1.0, 2.0, 3.0], [0.5, -0.25, 4.0]]), torch.tensor([0.1, 0.2]), torch.tensor([1, 2])
print(_fake_quantize_per_channel_affine_reference(x, scales, zero_points, 0, 0, 15), _fake_quantize_per_channel_affine_grad_reference(torch.ones(2, 3), x, scales, zero_points, 0, 0, 15))
lengths = torch.tensor([1, 2, 3]).numpy()
print(lengths_to_offsets(lengths), lengths_to_offsets(lengths, use_begin_offset=False), _conv_output_shape(7, 3, 1, 2, 1), _requantize(torch.tensor([3.0, 7.0]).numpy(), 2.0, 1))
print(to_tensor([1, 2], "cpu"), _snr(x, x + 0.1), NodeSpec.call_function(torch.add) == NodeSpec.call_function(torch.add), NodeSpec.call_method("x"))


@override_qengines
def engine():
    print(torch.backends.quantized.engine)


engine()
