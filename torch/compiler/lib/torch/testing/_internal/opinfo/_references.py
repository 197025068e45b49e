"""The operators of torch._refs, recorded from PyTorch: name/variant for each kind, with =ENTRY where the operator of torch has another name, and a ! in front where
only one of both has an out argument."""

REFERENCES = """
ElementwiseUnaryPythonRefInfo: abs acos acosh asin asinh atan atanh bitwise_not ceil conj_physical cos cosh digamma erf erfinv erfc exp expm1 exp2 !fill floor frexp frac
  imag !isfinite !isinf isposinf isneginf !isnan !isreal i0 lgamma special.multigammaln/mvlgamma_p_1=mvlgamma_mvlgamma_p_1
  special.multigammaln/mvlgamma_p_3=mvlgamma_mvlgamma_p_3 special.multigammaln/mvlgamma_p_5=mvlgamma_mvlgamma_p_5 log log1p log10 log2 nan_to_num neg positive real
  reciprocal round rsqrt sigmoid sign sgn signbit sin sinc sinh sqrt square tan tanh trunc special.logit=logit !nn.functional.celu !nn.functional.threshold
  !nn.functional.elu !nn.functional.hardtanh nn.functional.prelu nn.functional.hardsigmoid !nn.functional.relu !nn.functional.relu6 !nn.functional.mish
  !nn.functional.selu nn.functional.softplus nn.functional.tanhshrink nn.functional.hardshrink nn.functional.softshrink logical_not _conversions.bfloat16=bfloat16
  _conversions.bool=bool _conversions.byte=byte _conversions.char=char _conversions.double=double _conversions.float=float _conversions.half=half _conversions.int=int
  _conversions.long=long _conversions.short=short _conversions.chalf=chalf _conversions.cfloat=cfloat _conversions.cdouble=cdouble conj deg2rad rad2deg special.bessel_j0
  special.bessel_j1 special.entr special.erfcx special.i0e special.i1 special.i1e special.log_ndtr special.ndtr special.ndtri special.spherical_bessel_j0
PythonRefInfo: lerp ones zeros cauchy !exponential !geometric !log_normal normal normal/number_mean normal_/in_place=normal_in_place arange linspace
  linspace/tensor_overload logspace logspace/tensor_overload meshgrid/variadic_tensors take_along_dim to triu tril triu_indices tril_indices meshgrid/list_of_tensors
  movedim bucketize equal item logsumexp log_softmax/with_dtype softmax/with_dtype !special.log_softmax/with_dtype=log_softmax_with_dtype
  !special.softmax/with_dtype=softmax_with_dtype nn.functional.alpha_dropout !nn.functional.channel_shuffle nn.functional.dropout nn.functional.gelu
  nn.functional.layer_norm !nn.functional.glu !nn.functional.pairwise_distance !nn.functional.pdist !nn.functional.leaky_relu
  !nn.functional.log_softmax/with_dtype=log_softmax_with_dtype nn.functional.pixel_shuffle nn.functional.pixel_unshuffle nn.functional.poisson_nll_loss
  !nn.functional.softmax/with_dtype=softmax_with_dtype nn.functional.softmin/with_dtype nn.functional.l1_loss nn.functional.margin_ranking_loss nn.functional.mse_loss
  nn.functional.smooth_l1_loss nn.functional.hinge_embedding_loss !nn.functional.nll_loss !nn.functional.huber_loss logaddexp2 addcdiv addcmul clamp
  nn.functional.triplet_margin_loss clone alias_copy atleast_1d atleast_2d atleast_3d as_strided as_strided_copy as_strided/partial_views as_strided_scatter block_diag
  broadcast_shapes broadcast_tensors broadcast_to cat chunk column_stack constant_pad_nd contiguous dsplit diag diagonal diagonal_copy !diagonal_scatter !diag_embed
  dstack expand expand_as expand_copy flatten flip fliplr flipud hstack narrow narrow_copy nn.functional.group_norm native_group_norm native_layer_norm permute
  permute_copy ravel renorm repeat reshape reshape_as roll rot90 select_scatter stack squeeze squeeze_copy squeeze/multiple tensor_split hsplit vsplit dot vdot transpose
  transpose_copy t t_copy T unbind_copy unfold unfold_copy unsqueeze unsqueeze_copy view view_as view_copy vstack unflatten unbind std_mean cumsum cumprod sum_to_size
  var_mean addr trace norm empty empty_like randn eye new_empty new_empty_strided empty_strided new_full new_ones new_zeros masked_fill !where index_select index_copy
  index_add index_fill allclose stft istft view_as_complex split_with_sizes fft.fftshift fft.ifftshift linalg.cross linalg.diagonal linalg.vecdot linalg.matrix_norm
  linalg.norm linalg.svd linalg.svdvals
ElementwiseBinaryPythonRefInfo: add atan2 bitwise_and bitwise_left_shift bitwise_right_shift bitwise_or bitwise_xor copysign div/no_rounding_mode div/trunc_rounding
  div/floor_rounding eq float_power logaddexp floor_divide fmax fmin fmod gcd ge gt heaviside hypot igamma igammac isclose lcm le logical_and logical_or logical_xor lt
  maximum minimum mul ne nextafter pow remainder rsub sub true_divide clamp_min clamp_max xlogy special.xlog1py _conversions.complex=complex _conversions.polar=polar
  special.zeta
ReductionPythonRefInfo: all amax amin any count_nonzero mean std !sum !prod var linalg.vector_norm
SpectralFuncPythonRefInfo: fft.fft fft.ifft fft.rfft fft.irfft fft.hfft fft.ihfft fft.fftn fft.ifftn fft.rfftn fft.irfftn fft.hfftn fft.ihfftn fft.fft2 fft.ifft2
  fft.rfft2 fft.irfft2 fft.hfft2 fft.ihfft2
"""
