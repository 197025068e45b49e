package ops

import "strings"

// warningPlaces are where PyTorch's own sources give warnings, by words of these: it says so behind the text. The first row whose words are there counts.
var warningPlaces = []struct{ words, place string }{
	{"Enable detect anomaly during forward pass for more information.", "torch/csrc/autograd/python_anomaly_mode.cpp:108"},
	{"setFloat32MatmulPrecision call has no effect.", "aten/src/ATen/Context.cpp:466"},
	{"'torch.use_deterministic_algorithms(True, warn_only=True)'", "aten/src/ATen/Context.cpp:186"},
	{"This overload of ", "torch/csrc/utils/python_arg_parser.cpp:1841"},
	{"torch.chain_matmul is deprecated", "aten/src/ATen/native/LinearAlgebra.cpp:1103"},
	{"The use of `x.T` on tensors", "aten/src/ATen/native/TensorShape.cpp:4320"},
	{"torch.lu is deprecated", "aten/src/ATen/native/BatchLinearAlgebra.cpp:2056"},
	{"torch.triangular_solve is deprecated", "aten/src/ATen/native/BatchLinearAlgebra.cpp:2256"},
	{"A window was not provided. A rectangular window will be applied,which", "aten/src/ATen/native/SpectralOps.cpp:854"},
	{"stft with return_complex=False", "aten/src/ATen/native/SpectralOps.cpp:893"},
	{"torch.meshgrid: in an upcoming", "aten/src/ATen/native/TensorShape.cpp:4221"},
	{"An output with one or more elements was resized", "aten/src/ATen/native/Resize.cpp:30"},
	{"Using torch.cross without", "aten/src/ATen/native/Cross.cpp:63"},
	{"std(): degrees", "aten/src/ATen/native/ReduceOps.cpp:1913"},
	{"var(): degrees", "aten/src/ATen/native/ReduceOps.cpp:1913"},
	{"std_mean(): degrees", "aten/src/ATen/native/ReduceOps.cpp:1913"},
	{"var_mean(): degrees", "aten/src/ATen/native/ReduceOps.cpp:1913"},
	{"torch.set_default_tensor_type()", "torch/csrc/tensor/python_tensor.cpp:434"},
	{"torch.quantize_per_tensor, torch.quantize_per_channel and other", "aten/src/ATen/quantized/Quantizer.cpp:111"},
	{"Sparse invariant checks are implicitly", "aten/src/ATen/Context.cpp:848"},
	{"Sparse CSR tensor support", "aten/src/ATen/SparseCsrTensorImpl.cpp:49"},
	{"Sparse CSC tensor support", "aten/src/ATen/SparseCsrTensorImpl.cpp:49"},
	{"Sparse BSR tensor support", "aten/src/ATen/SparseCsrTensorImpl.cpp:49"},
	{"Sparse BSC tensor support", "aten/src/ATen/SparseCsrTensorImpl.cpp:49"},
	{"The PyTorch API of nested tensors", "aten/src/ATen/NestedTensorImpl.cpp:177"},
	{"Error detected in ", "torch/csrc/autograd/python_anomaly_mode.cpp:130"},
	{"\n\nPrevious calculation was induced by ", "torch/csrc/autograd/python_anomaly_mode.cpp:137"},
	{"Using backward() with create_graph=True", "torch/csrc/autograd/engine.cpp:1382"},
	{"The .grad attribute of a Tensor that is not a leaf", "build/aten/src/ATen/core/TensorBody.h:488"},
	{"Use of masked_fill_ on expanded", "aten/src/ATen/native/TensorAdvancedIndexing.cpp:2470"},
	{"Use of index_put_ on expanded", "aten/src/ATen/native/TensorAdvancedIndexing.cpp:976"},
	{"Use of index_fill_ on expanded", "aten/src/ATen/native/TensorAdvancedIndexing.cpp:1930"},
	{"where received a uint8", "aten/src/ATen/native/TensorCompare.cpp:621"},
	{"indexing with dtype torch.uint8", "aten/src/ATen/native/IndexingUtils.h:37"},
	{"Tensor.T is deprecated", "aten/src/ATen/native/TensorShape.cpp:4327"},
	{"Tensor.mT is deprecated", "aten/src/ATen/native/TensorShape.cpp:4380"},
	{"Tensor.H is deprecated", "aten/src/ATen/native/TensorShape.cpp:4342"},
	{"adjoint() is deprecated", "aten/src/ATen/native/TensorShape.cpp:4397"},
	{"torch.lu_solve is deprecated", "aten/src/ATen/native/BatchLinearAlgebra.cpp:2213"},
	{"index_reduce() is in beta", "aten/src/ATen/native/TensorAdvancedIndexing.cpp:1523"},
	{"The reduce argument of torch.scatter", "aten/src/ATen/native/TensorAdvancedIndexing.cpp:225"},
	{"torch.searchsorted(): input value tensor is non-contiguous", "aten/src/ATen/native/BucketizationUtils.h:32"},
	{"torch.searchsorted(): boundary tensor is non-contiguous", "aten/src/ATen/native/BucketizationUtils.h:38"},
	{"A window was not provided. A rectangular window will be applied.Please", "aten/src/ATen/native/SpectralOps.cpp:1054"},
	{"Using padding='same' with even", "aten/src/ATen/native/Convolution.cpp:1104"},
	{"cov(): degrees", "aten/src/ATen/native/Correlation.cpp:129"},
	{"Converting a tensor with requires_grad=True to a scalar", "torch/csrc/autograd/generated/python_variable_methods.cpp:820"},
	{"ComplexHalf support", "aten/src/ATen/EmptyTensor.cpp:54"},
	{"Casting complex values to real", "aten/src/ATen/native/Copy.cpp:308"},
	{"The given NumPy array is not writable", "torch/csrc/utils/tensor_numpy.cpp:213"},
	{"The given buffer is not writable", "torch/csrc/utils/tensor_new.cpp:1556"},
	{"Creating a tensor from a list of numpy.ndarrays", "torch/csrc/utils/tensor_new.cpp:252"},
}

// Placed is the text of a warning with its place.
func Placed(text string) string {
	for _, w := range warningPlaces {
		if strings.Contains(text, w.words) {
			return text + " (Triggered internally at ./" + w.place + ".)"
		}
	}
	return text
}
