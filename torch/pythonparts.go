package torch

import (
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// pythonHomes says, a line for each module, which attributes of torch are defined in it.
const pythonHomes = `
torch.storage: TypedStorage FloatStorage DoubleStorage HalfStorage BFloat16Storage LongStorage IntStorage ShortStorage CharStorage ByteStorage BoolStorage ComplexFloatStorage ComplexDoubleStorage QUInt8Storage QInt8Storage QInt32Storage QUInt4x2Storage QUInt2x4Storage
torch.random: thread_safe_generator
torch._compile: _disable_dynamo
torch._functions: _register_device_module frombuffer from_file _is_device_backend_autoload_enabled unravel_index get_device_module get_file_path compiled_with_cxx11_abi pca_lowrank svd_lowrank lobpcg is_distributed sspaddmm smm hspmm sparse_coo_tensor sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor sparse_compressed_tensor histogramdd
torch._utils: _check_not_implemented _check_tensor_all _check_tensor_all_with get_deterministic_debug_mode sym_ite sym_sqrt _sym_sqrt _sym_cos _sym_cosh _sym_sin _sym_sinh _sym_tan _sym_tanh _sym_asin _sym_acos _sym_atan _sym_log2
torch.amp: GradScaler
torch.torch_version: __version__
torch._streams: Event Stream
torch._attention: _native_multi_head_attention _transformer_encoder_layer_fwd
torch._onednn.functions: mkldnn_convolution mkldnn_max_pool2d mkldnn_max_pool3d mkldnn_adaptive_avg_pool2d
torch._recurrent: lstm gru rnn_tanh rnn_relu
torch._more_functions: dequantize slice_inverse cudnn_is_acceptable fbgemm_linear_fp16_weight fbgemm_linear_fp16_weight_fp32_activation fbgemm_linear_int8_weight fbgemm_linear_int8_weight_fp32_activation fbgemm_linear_quantize_weight fbgemm_pack_gemm_matrix_fp16 fbgemm_pack_quantized_matrix _grid_sampler_2d_cpu_fallback _amp_foreach_non_finite_check_and_unscale_ _amp_update_scale_ has_lapack has_spectral has_openmp has_mkl rrelu rrelu_ poisson_nll_loss conv_tbc native_norm as_strided_ spmm dsmm from_dlpack to_dlpack fork wait set_flush_denormal set_anomaly_enabled init_num_threads is_vulkan_available is_autocast_ipu_enabled is_autocast_xla_enabled set_autocast_ipu_enabled set_autocast_xla_enabled set_autocast_gpu_dtype set_autocast_ipu_dtype set_autocast_xla_dtype get_autocast_ipu_dtype get_autocast_xla_dtype prepare_multiprocessing_environment set_autocast_cpu_enabled set_autocast_cpu_dtype
torch._internal_functions: _rowwise_prune _test_autograd_multiple_dispatch _debug_has_internal_overlap _masked_softmax _choose_qparams_per_tensor _saturate_weight_to_fp16 _validate_sparse_coo_tensor_args _validate_sparse_compressed_tensor_args _validate_sparse_csr_tensor_args _validate_sparse_csc_tensor_args _validate_sparse_bsr_tensor_args _validate_sparse_bsc_tensor_args _nested_tensor_from_mask_left_aligned _nested_tensor_from_mask hsmm _has_compatible_shallow_copy_type _dim_arange _weight_norm_interface _reshape_from_tensor _convolution_mode _unique _assert_scalar _assert_tensor_metadata
torch.testing: FileCheck
torch._quantized.functions: quantized_max_pool1d quantized_max_pool2d quantized_max_pool3d quantized_batch_norm quantize_per_tensor quantize_per_channel quantize_per_tensor_dynamic _empty_affine_quantized empty_quantized _empty_per_channel_affine_quantized _make_per_tensor_quantized_tensor _make_per_channel_quantized_tensor int_repr q_scale q_zero_point q_per_channel_scales q_per_channel_zero_points q_per_channel_axis
torch._quantized.recurrent: quantized_lstm quantized_gru
torch._quantized.learnable: _fake_quantize_learnable_per_tensor_affine _fake_quantize_learnable_per_channel_affine fused_moving_avg_obs_fake_quant
torch._quantized.quantizer: qscheme per_tensor_affine per_tensor_symmetric per_channel_affine per_channel_symmetric per_channel_affine_float_qparams
torch.overrides: DisableTorchFunction DisableTorchFunctionSubclass
torch._removed: qr cholesky eig symeig lstsq solve matrix_rank
torch._lazyclone: _lazy_clone
torch._dispatchkeys: DispatchKey DispatchKeySet
torch._c_names: FatalError ScriptObject JITException OutOfMemoryError AcceleratorError Tag
`

// namesOfC are the types and functions of torch._C that torch shows too, between blanks.
const namesOfC = " AggregationType AliasDb AnyType Argument ArgumentSpec AwaitType Block BoolType CallStack ClassType Code CompilationUnit ComplexType DeviceObjType DictType EnumType FloatType FunctionSchema Future FutureType Graph GraphExecutorState InferredType IntType InterfaceType ListType LiteScriptModule Node NoneType NumberType OptionalType PyObjectType RRefType ScriptDict ScriptFunction ScriptList ScriptMethod ScriptModule StreamObjType StringType SymBoolType SymIntType TensorType TracingState TupleType Type UnionType Use Value parse_ir parse_schema parse_type_comment unify_type_list merge_type_from_type_comment "

// pythonMethods are the methods of tensors that are functions of torch._tensor_methods; args[0] is the tensor.
const pythonMethods = `map_ map2_ reinforce __rdiv__ __div__ __idiv__ slice_inverse resize resize_as storage_type dim_order module_load
	to_dense to_sparse to_sparse_coo to_sparse_csr to_sparse_csc to_sparse_bsr to_sparse_bsc sparse_mask indices values _indices _values _nnz coalesce is_coalesced
	crow_indices col_indices ccol_indices row_indices sparse_dim dense_dim to_mkldnn dequantize __dlpack__ __dlpack_device__ is_distributed qr cholesky eig symeig lstsq solve
	int_repr qscheme q_scale q_zero_point q_per_channel_scales q_per_channel_zero_points q_per_channel_axis
	_view_func _view_func_unsafe _is_all_true _is_any_true _conj _conj_physical _lazy_clone smm sspaddmm`

func init() {
	for line := range strings.Lines(pythonHomes) {
		home, names, _ := strings.Cut(line, ":")
		for name := range strings.FieldsSeq(names) {
			if _, known := pythonNames[name]; !known {
				pythonNames[name] = home
			}
		}
	}
}

// addPythonMethods enters the methods that are written in Python where there is none in Go.
func addPythonMethods(methods map[string]object.CallFunc) {
	for name := range strings.FieldsSeq(pythonMethods) {
		if _, known := methods[name]; known {
			continue
		}
		methods[name] = func(th *object.Thread, args, kwNames []Value) (Value, error) {
			f, err := importAttribute(th, "torch._tensor_methods", name)
			if err != nil {
				return object.Null, err
			}
			return object.CallArgs(th, f, append([]Value(nil), args...), append([]Value(nil), kwNames...))
		}
	}
}

// pythonC finds an attribute of torch._C that is defined in Python.
func pythonC(th *object.Thread, name string) (Value, error) {
	return pythonAttribute(th, "torch._c_names", name)
}

// pythonAttribute finds an attribute of a module; it is Null where there is none.
func pythonAttribute(th *object.Thread, module, name string) (Value, error) {
	m, err := interp.ImportModule(th, module)
	if err != nil {
		return object.Null, err
	}
	v, err := object.GetAttr(th, m, name)
	if err != nil && object.ErrorIs(err, object.AttributeError) {
		return object.Null, nil
	}
	return v, err
}

// storageMethods are methods of torch.UntypedStorage that are functions of torch.storage, with a prefix.
const storageMethods = `resizable __sizeof__ clone copy_ fill_ cpu element_size is_shared share_memory_ is_pinned pin_memory byteswap new type float double half long int short char
	byte bool bfloat16 to _shared_incref _share_filename_cpu_ _share_fd_cpu_ _write_file cuda mps get_device complex_double complex_float __reduce__ __copy__ __deepcopy__`

// addStorageMethods enters them, and the attributes that all storages have in common.
func addStorageMethods(spec *object.Spec) {
	for name := range strings.FieldsSeq(storageMethods) {
		spec.Methods = append(spec.Methods, object.Method{Name: name, Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
			f, err := importAttribute(th, "torch.storage", "_untyped_"+name)
			if err != nil {
				return object.Null, err
			}
			return object.CallArgs(th, f, append([]Value(nil), args...), append([]Value(nil), kwNames...))
		}})
	}
	spec.Static = append(spec.Static, object.Method{Name: "from_file", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
		f, err := importAttribute(th, "torch.storage", "_untyped_from_file")
		if err != nil {
			return object.Null, err
		}
		return object.CallArgs(th, f, append([]Value(nil), args...), append([]Value(nil), kwNames...))
	}}, object.Method{Name: "from_buffer", Fn: func(th *object.Thread, args, kwNames []Value) (Value, error) {
		f, err := importAttribute(th, "torch.storage", "_untyped_from_buffer")
		if err != nil {
			return object.Null, err
		}
		return object.CallArgs(th, f, append([]Value(nil), args...), append([]Value(nil), kwNames...))
	}})
}
