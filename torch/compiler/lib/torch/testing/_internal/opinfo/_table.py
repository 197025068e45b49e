"""The operators of op_db, recorded from PyTorch: kind (u unary, b binary, r reduction, s spectral, h shape, o other), name/variant, dtypes, dtypes with
derivatives ("=" for the same, "-" for none), flags, aliases, and what the kind needs. Letters of dtypes: _DTYPES of opinfo/core.py."""

TABLE = """
u abs BCDEFbdefhil = ogGfmipI al=absolute
u acos ?BDEFbdefhil = ogGfmiFI al=arccos dom=-1,1
u acosh ?BDEFbdefhil = ogGfmiF al=arccosh dom=1,None
b add ?BCDEFbdefhil = ogGfmipIs1
o item ?BCDEFbdefhil = -
o arange BEbdefhil = oc
o cauchy Edef = i
o exponential Edef = i
o geometric BEbdefhil = i
o log_normal Edef = i
o normal/in_place DEFdef = i
o uniform DEFdef = i
b clamp_max ?BEbdefhil = ogGfmiI rhs=exclude_zero=False
b clamp_min ?BEbdefhil = ogGfmiI rhs=exclude_zero=False
b mul ?BCDEFbdefhil = ogGfmipIs1 al=multiply
b sub BCDEFbdefhil = ogGfmipIs1 al=subtract
o addmm BDEFbdefhil = ogGfmiI
o addmm/decomposed BDEFbdefhil = ogGfmiI
o addmv BDEFbdefhil = ogGfmiI
o addbmm BDEFbdefhil = ogGfmiI
o baddbmm BDEFbdefhil = ogGfmiI
o dot BDEFbdefhil = ogGfmI
o vdot BDEFbdefhil = ogGfmI
o bmm BDEFbdefhil = ogGfmI
o mv BDEFbdefhil = ogGfmI
o addr ?BDEFbdefhil = ogGfmiI
o addcmul BDEFbdefhil = ogGfmiI
o addcdiv DEFdef = ogGfmiI
u asin ?BDEFbdefhil = ogGfmiFI al=arcsin dom=-1,1
u asinh ?BDEFbdefhil = ogGfmiF al=arcsinh
u atan ?BDEFbdefhil = ogGfmiFI al=arctan
b atan2 ?BEbdefhil = ogGfmiFI al=arctan2
u atanh ?BDEFbdefhil = ogGfmiF al=arctanh dom=-1,1
o allclose DEFdef = m
o broadcast_to ?BDEFbdefhil = gGfmI
o broadcast_shapes f = -
o broadcast_tensors ?BDEFbdefhil = gGfI
o block_diag ?BCDEFbdefhil = gGfI
u bitwise_not ?Bbhil = omip
b bitwise_left_shift Bbhil = omips1 rhs=low=0
b bitwise_right_shift Bbhil = omips1 rhs=low=0
o combinations ?BDEFbdefhil = gGfI
o cartesian_prod ?BDEFbdefhil = gGfI
o cdist df = gGI
u ceil BEbdefhil = ogGfmiI
o cholesky_inverse DFdf = ogGfmI
o cholesky_solve DFdf = ogGfmI
o chunk ?BCDEFbdefhil = gGfmI
o unsafe_chunk ?BCDEFbdefhil = gGfmI
o clone ?BCDEFbdefhil = gGfmI
o contiguous ?BCDEFbdefhil = gGfmI
o sum_to_size ?BDEFbdefhil = gGfmI
o clamp BEbdefhil = ogGfmiI al=clip
u positive BCDEFbdefhil = gGfmI
u conj ?BCDEFbdefhil = gGfmI
u conj_physical ?BCDEFbdefhil = ogGfmiI
o resolve_conj ?BDEFbdefhil = gGfmI
o resolve_neg ?BCDEFbdefhil = gGfmI
o view_as_real DF = gGfI
o view_as_complex def = gGfI
b complex def = ogGfI
b copysign ?BEbdefhil = ogGfmiFIs
o corrcoef BDEFbdefhil = gGfmI
u cos ?BDEFbdefhil = ogGfmiFI
u cosh ?BDEFbdefhil = ogGfmiFI
o cov BDEFbdefhil = gGfmI
o cross BDEFbdefhil = ogGfmI
o cumsum BDEFbdefhil = ogGfmiI
o cumprod BDEFbdefhil = ogGfmiI
o cummax ?BEbdefhil = ogGfmI
o cummin ?BEbdefhil = ogGfmI
u deg2rad ?BEbdefhil = ogGfmiFI
o diff ?BDEFbdefhil = ogGfmI
b div/no_rounding_mode ?BDEFbdefhil = ogGfmiFIs1 al=divide rhs=exclude_zero=True
b div/trunc_rounding BEbdefhil = ogGfmiIs1 al=divide rhs=exclude_zero=True
b div/floor_rounding BEbdefhil = ogGfmiIs1 al=divide rhs=exclude_zero=True
b true_divide ?BDEFbdefhil = ogGfmiFIs1 rhs=exclude_zero=True
o equal ?BDEFbdefhil = om
u exp ?BDEFbdefhil = ogGfmiFI
o expand ?BDEFbdefhil = gGfmI
o expand_as ?BDEFbdefhil = gGfmI
o expand_copy ?BDEFbdefhil = ogGfI
o diag ?BDEFbdefhil = ogGfmI
o diag_embed ?BCDEFbdefhil = gGfmI
o diagonal ?BCDEFbdefhil = gGfmI
o diagonal_copy ?BCDEFbdefhil = ogGfI
o diagonal_scatter ?BDEFbdefhil = gGfmI
o alias_copy ?BCDEFbdefhil = ogGfI
b eq ?BCDEFbdefhil = omipBs
b fmax ?BEbdefhil = ogGfmI
b fmin ?BEbdefhil = ogGfmI
b fmod BEbdefhil = ogGfmiIs rhs=exclude_zero=True
b remainder BEbdefhil = ogGfmipIs1 rhs=exclude_zero=True
u frac Edef = ogGfmiI
o stft DFdf = gGfmI
o istft DF = gGfmI
u floor BEbdefhil = ogGfmiI
o flip ?BDEFbdefhil = gGfmI
o fliplr ?BDEFbdefhil = gGfmI
o flipud ?BDEFbdefhil = gGfmI
o sparse.sampled_addmm DFdf = ogGI
o sparse.mm/reduce Edef = gI
u i0 ?BEbdefhil = ogGfmiFI al=special.i0
b floor_divide BEbdefhil = omis1 rhs=exclude_zero=True
u frexp Edef = ogGfmI
u log1p ?BDEFbdefhil = ogGfmiFI al=special.log1p dom=-1,None
b ge ?BEbdefhil = omipBs al=greater_equal
o geqrf DFdf = om
b gt ?BEbdefhil = omipBs al=greater
u imag CDF = gGfI
o gradient DEFbdefhil = gGf
o isin BEbdefhil = o
o kthvalue BEbdefhil = ogGfmI
b le ?BEbdefhil = omipBs al=less_equal
o linspace BDEFbdefhil = oc
o linspace/tensor_overload BDEFbdefhil = oc
o logspace BDEFbdefhil = oc
o logspace/tensor_overload BDEFbdefhil = oc
u log ?BDEFbdefhil = ogGfmiFI dom=0,None
u log10 ?BDEFbdefhil = ogGfmiFI dom=0,None
u log2 ?BDEFbdefhil = ogGfmiFI dom=0,None
b ldexp ?BDEFbdefhil = ogGfmiF
b logaddexp DEFdef = ogGfmI
o logaddexp2 Edef = ogGfmI
u logical_not ?BDEFbdefhil = omi
b lt ?BEbdefhil = omipBs al=less
o lu_unpack DFdf = ogGfI
o lu DFdf = ogGfmI
o lu_solve DFdf = ogGfmI
o masked_fill ?BCDEFbdefhil = gGfmiI
o masked_scatter ?BDEFbdefhil = gGfmiI
o masked_select ?BDEFbdefhil = ogGfmI
o matrix_exp DEFdef = gGfmI al=linalg.matrix_exp
o matmul BDEFbdefhil = ogGfmpI al=linalg.matmul
o max/reduction_with_dim ?BEbdefhil = ogGfmI
o max/reduction_no_dim ?BEbdefhil = ogGfmI
o median BEbdefhil = gGfmI
o nanmedian BEbdefhil = gGfmI
o var_mean DEFdef = gGfI
o var_mean/unbiased DEFdef = gGfI
o std_mean DEFdef = gGfI
o std_mean/unbiased DEFdef = gGfI
o meshgrid/variadic_tensors ?BDEFbdefhil = gGfI
o meshgrid/list_of_tensors ?BDEFbdefhil = gGfI
o min/reduction_with_dim ?BEbdefhil = ogGfmI
o min/reduction_no_dim ?BEbdefhil = ogGfmI
o quantile df = ogGfmI
o nanquantile df = ogGfmI
b max/binary ?BEbdefhil = ogGfmI al=maximum
b maximum ?BEbdefhil = ogGfmI
b min/binary ?BEbdefhil = ogGfmI al=minimum
b minimum ?BEbdefhil = ogGfmI
b logical_and ?BDEFbdefhil = omiB
b logical_or ?BDEFbdefhil = omiB
b logical_xor ?BDEFbdefhil = omiB
b bitwise_and ?Bbhil = omips1
b bitwise_or ?Bbhil = omips1
b bitwise_xor ?Bbhil = omips1
b heaviside ?BEbdefhil = omi
b lcm Bbhil = omi
b gcd Bbhil = omi
b isclose ?BDEFbdefhil = m
o softmax Edef = ogGfmI al=special.softmax,nn.functional.softmax
o softmax/with_dtype ?BDEFbdefhil = ogGfmI al=special.softmax,nn.functional.softmax
o _softmax_backward_data Edef = gGfI
o nn.functional.softmin Edef = gGfI
o nn.functional.softmin/with_dtype BDEFbdefhil = gGfI
o nn.functional.cross_entropy Edef = gGfI
o nn.functional.linear_cross_entropy Edef = gGfI
o nn.functional.linear_cross_entropy/chunked Edef = gGI
o nn.functional.linear_cross_entropy/chunked_none Edef = gGI
o nn.functional.normalize DEFdef = ogGfI
o aminmax ?BEbdefhil = ogGfmI
o as_strided ?BCDEFbdefhil = gGfmiI
o as_strided/partial_views ?BCDEFbdefhil = gGfmiI
o as_strided_copy ?BCDEFbdefhil = ogGfI
o as_strided_scatter ?BCDEFbdefhil = gGfmI
o native_group_norm Edef = gGfI
o native_layer_norm Edef = gGI
o native_batch_norm Edef = ogGfI
o _native_batch_norm_legit Edef = ogGfI
o _batch_norm_with_update Edef = ogGfI
o nn.functional.cosine_similarity Edef = gGfI
o nn.functional.adaptive_avg_pool1d Edef = gGfI
o nn.functional.adaptive_avg_pool2d Edef = gGfI
o nn.functional.adaptive_avg_pool3d Edef = gGfI
o nn.functional.adaptive_max_pool1d Edef = gGfI
o nn.functional.adaptive_max_pool2d Edef = gGfI
o nn.functional.adaptive_max_pool3d Edef = gGfI
o nn.functional.avg_pool1d Edefl = gGfI
o nn.functional.avg_pool3d dfl = ogGfI
o nn.functional.binary_cross_entropy_with_logits Edef = gGfI
u nn.functional.relu BEbdefhil = gGfI
o nn.functional.conv_transpose1d DEFdefl = gGfI al=conv_transpose1d
o nn.functional.conv_transpose2d DEFdefl = gGfI al=conv_transpose2d
o nn.functional.conv_transpose3d DEFdefl = gGfI al=conv_transpose3d
o nn.functional.conv1d DEFdefl = gGfI al=conv1d
o nn.functional.conv2d DEFdefl = gGfI al=conv2d
o nn.functional.conv3d DEFdefl = gGfI al=conv3d
o nn.functional.group_norm Edef = gGfI al=group_norm
o nn.functional.instance_norm Edef = gGfI
o nn.functional.layer_norm Edef = gGfI al=layer_norm
o nn.functional.rms_norm DEFdef = gGfI al=rms_norm
o nn.functional.local_response_norm Edefl = gGfI
o constant_pad_nd ?BDEFbdefhil = gGfI
o nn.functional.pad/constant ?BDEFbdefhil = gGfI
o nn.functional.pad/reflect BDEFbdefhil = gGfI
o nn.functional.pad/replicate BDEFbdefhil = gGfI
o nn.functional.pad/replicate_negative BDEFbdefhil = gGfI
o nn.functional.pad/circular ?BDEFbdefhil = gGfI
o nn.functional.hardswish Edef = gGfI
o nn.functional.unfold ?DEFdef = gGfI
o nn.functional.interpolate/nearest BEdef = gGfI
o nn.functional.interpolate/nearest-exact BEdef = gGfI
o nn.functional.interpolate/linear Edef = gGfI
o nn.functional.interpolate/bilinear BEdef = gGfI
o nn.functional.interpolate/bicubic BEdef = gGfI
o nn.functional.interpolate/trilinear Edef = gGfI
o nn.functional.interpolate/area Edef = gGfI
o nn.functional.upsample_bilinear BEdef = gGfI
o _upsample_bilinear2d_aa Bdf = gGfI
o nn.functional.soft_margin_loss Edef = gGfI
o nn.functional.upsample_nearest BEdef = gGfI
o nn.functional.margin_ranking_loss BEbdefhil = gGfI
o nn.functional.multi_margin_loss df = gI
o nn.functional.multilabel_margin_loss df = gI
o nn.functional.leaky_relu Edef = gGfiI
o nn.functional.multilabel_soft_margin_loss Edef = gGfI
o nn.functional.avg_pool2d Edefl = ogGfI
o nn.functional.fractional_max_pool2d Edef = gGfI
o nn.functional.fractional_max_pool3d Edef = gGfI
o nn.functional.max_pool1d Edef = gGfI
o nn.functional.max_pool2d BEbdefhil = gGfI
o max_pool2d_with_indices_backward Edef = gGfI
o nn.functional.max_pool3d BEbdefhil = gGfI
o nn.functional.max_unpool1d Edef = gGfI
o nn.functional.max_unpool1d/grad Edef = gGfI
o nn.functional.max_unpool2d Edef = gGfI
o nn.functional.max_unpool2d/grad Edef = gGfI
o nn.functional.max_unpool3d Edef = gGfI
o nn.functional.max_unpool3d/grad Edef = gGfI
o nn.functional.linear BDEFbdefhil = ogGfI
o nn.functional.bilinear BEbdefhil = gGfI
o nn.functional.glu Edef = gGfI
u nn.functional.elu Edef = gGfiI
u nn.functional.prelu Edef = gGfI
u nn.functional.celu Edef = gGfiI
u nn.functional.rrelu Edf = gGfiI
u nn.functional.selu Edef = gGfiI
o torch._scaled_mm_v2  = o
o torch._scaled_mm  = o
o torch.ops.aten._safe_softmax.default ?BEbdefhil = gGfI
o nn.functional.scaled_dot_product_attention Edef = gGI
o torch.ops.aten._flash_attention_forward  = gGI
o torch.ops.aten._scaled_dot_product_flash_attention_for_cpu Edef = gI
o torch.ops.aten._efficient_attention_forward  = gGI
u nn.functional.silu Edef = gGfiI
u nn.functional.silu/complex DF = i
u nn.functional.hardsigmoid Edef = gfiI
u nn.functional.logsigmoid Edef = ogGfI
u nn.functional.mish Edef = gGfiI
u nn.functional.softsign BDEFbdefhil = gGfI
u nn.functional.tanhshrink BDEFbdefhil = gGfI
u nn.functional.threshold BEbdefhil = gGfiI
o nn.functional.triplet_margin_loss BDEFbdefhil = gGfI
o nn.functional.triplet_margin_with_distance_loss BDEFbdefhil = gGfI
b nextafter Edef = ogGfmiI
o to ?BCDEFbdefhil = gGfmI
o topk BEbdefhil = ogGfmI
o nn.functional.batch_norm Edef = gGfI
o nn.functional.batch_norm/without_cudnn  = gGfI
o nn.functional.binary_cross_entropy Edef = gGfI
b igamma Edef = omi al=torch.special.gammainc
b igammac Edef = omi al=torch.special.gammaincc
u nn.functional.softshrink Edef = ogGfI
u nn.functional.hardshrink Edef = ogGfI
u nn.functional.hardtanh Ebdefhil BEbdefhil gGfI
o nn.functional.gelu Edef = ogGfI
u nn.functional.relu6 BEbdefhil Edef gGfI
o mm BDEFbdefhil = ogGfmI
o mode ?BEbdefhil = ogGfmI
u mvlgamma/mvlgamma_p_1 BEbdefhil = ogGfmiFI al=special.multigammaln dom=1,None
u mvlgamma/mvlgamma_p_3 BEbdefhil = ogGfmiFI al=special.multigammaln dom=2,None
u mvlgamma/mvlgamma_p_5 BEbdefhil = ogGfmiFI al=special.multigammaln dom=3,None
b ne ?BDEFbdefhil = omipBs al=not_equal
o narrow ?BCDEFbdefhil = gGfmI
o narrow_copy ?BCDEFbdefhil = ogGfmI
o view_copy ?BDEFbdefhil = ogGfI
u neg BCDEFbdefhil = ogGfmipI al=negative
o dist DEFdef = gGfmI
o outer ?BDEFbdefhil = ogGfmI al=ger
o ormqr DFdf = ogGmI
o permute ?BCDEFbdefhil = gGfmI
o permute_copy ?BCDEFbdefhil = ogGfI
b pow BDEFbdefhil DEFdef ogGfmips1 rhs=low=0
b float_power ?BDEFbdefhil = ogGfmiFIs1 rhs=low=0
u rad2deg ?BEbdefhil = ogGfmiFI
u real ?BCDEFbdefhil = gGfI
o roll ?BCDEFbdefhil = gGfmI
o rot90 ?BDEFbdefhil = gGfmI
u round BEbdefhil = ogGfmiI al=special.round
u round/decimals_0 Edef = ogGfmiI al=special.round
u round/decimals_3 Edf = ogGfmiI al=special.round
u round/decimals_neg_3 Edf = ogGfmiI al=special.round
u sin ?BDEFbdefhil = ogGfmiFI
u sinc ?BDEFbdefhil = ogGfmiFI al=special.sinc
u sinh ?BDEFbdefhil = ogGfmiFI
u sign ?BEbdefhil = ogGfmiI
u sgn ?BCDEFbdefhil DEFdef ogGfmiI
o split ?BCDEFbdefhil = gGfmI
o split/list_args ?BDEFbdefhil = gGfmI
o unsafe_split ?BCDEFbdefhil = gGfmI
o split_with_sizes ?BCDEFbdefhil = gGfmI
o split_with_sizes_copy ?BCDEFbdefhil = ogGfI
b __radd__ ?BDEFbdefhil = gGfmIs
b __rdiv__ ?BDEFbdefhil = gGfmFIs
b __rmul__ ?BDEFbdefhil = gGfmIs
b __rand__ ?Bbhil = fmIs
b __ror__ ?Bbhil = fmIs
b __rxor__ ?Bbhil = fmIs
o __rmatmul__ BDEFbdefhil = gGfmI
b __rmod__ BEbdefhil = gGfmIs1
b __rpow__ BDEFbdefhil = gGfmIs1
b __rsub__ BDEFbdefhil = gGfmIs1
b rsub BDEFbdefhil = gGfs
o select ?BCDEFbdefhil = gGfmI
o select_scatter ?BEbdefhil = gGfmI
o slice ?BCDEFbdefhil = gGf
o slice_scatter ?BEbdefhil = ogGfmI
u signbit ?BEbdefhil = om
u tan ?BDEFbdefhil = ogGfmiFI
u tanh ?BDEFbdefhil = ogGfmiFI al=nn.functional.tanh
o tensor_split ?BDEFbdefhil = gGfmI
o hsplit ?BCDEFbdefhil = gGfmI
o vsplit ?BCDEFbdefhil = gGfmI
o dsplit ?BCDEFbdefhil = gGfmI
o triangular_solve DFdf = ogGfmI
u trunc BEbdefhil = ogGfmiI al=fix
u exp2 ?BDEFbdefhil = ogGfmiFI al=special.exp2
u expm1 ?BDEFbdefhil = ogGfmiFI al=special.expm1
u nan_to_num ?BEbdefhil = ogGfmiI
u reciprocal ?BDEFbdefhil = ogGfmiFI
u rsqrt ?BDEFbdefhil = ogGfmiFI dom=0,None
u sqrt ?BDEFbdefhil = ogGfmiFI dom=0,None
u square ?BDEFbdefhil = ogGfmiI
o lerp DEFdef = ogGfmiI
u angle ?BDEFbdefhil DEFdef ogGfmI
u isfinite ?BCDEFbdefhil = m
u isinf ?BCDEFbdefhil = m
u isposinf ?BEbdefhil = om
u isneginf ?BEbdefhil = om
u isreal ?BCDEFbdefhil = m
u isnan ?BDEFbdefhil = m
o einsum BDEFbdefhil = gGfI
o svd DFdf = ogGfmI
o svd_lowrank DFdf = gGfI
o pca_lowrank DFdf = gGfI
b polar def = ogGfI
u polygamma/polygamma_n_0 ?BEbdefhil = ogGfmiFI
u polygamma/polygamma_n_1 ?BEbdfhil = ogGfmiFI
u polygamma/polygamma_n_2 ?BEbdfhil = ogGfmiFI
u polygamma/polygamma_n_3 ?BEbdfhil = ogGfmiFI
u polygamma/polygamma_n_4 ?BEbdfhil = ogGfmiFI
o ravel ?BCDEFbdefhil = gGfmI
o unravel_index Bbhil = -
o reshape ?BCDEFbdefhil = gGfmI
o reshape_as ?BCDEFbdefhil = gGfmI
o view ?BCDEFbdefhil = gGfmI
o view_as ?BCDEFbdefhil = gGfmI
o atleast_1d ?BCDEFbdefhil = gGfI
o atleast_2d ?BCDEFbdefhil = gGfI
o atleast_3d ?BCDEFbdefhil = gGfI
o flatten ?BCDEFbdefhil = gGfmI
o unflatten ?BCDEFbdefhil = gGfmI
o column_stack ?BCDEFbdefhil = ogGfI
o pinverse DFdf = gGfmI
o gather ?BDEFbdefhil = ogGfmI
o index_fill ?BCDEFbdefhil = gGfmiI
o index_copy ?BCDEFbdefhil = ogGfmiI
o index_select ?BCDEFbdefhil = ogGfmI
o index_add ?BCDEFbdefhil = ogGfmiI
o index_reduce/mean BEbdefhil = ogGmiI
o index_reduce/prod BEbdefhil = ogGmiI
o index_reduce/amin BEbdefhil = ogGmiI
o index_reduce/amax BEbdefhil = ogGmiI
o _unsafe_masked_index ?BDEFbdefhil = gGf
o _unsafe_masked_index_put_accumulate ?BDEFbdefhil = gGf
o __getitem__ ?BCDEFbdefhil = gGfmp
o index_put ?BCDEFbdefhil = gGfmiI
o sort ?BEbdefhil = ogGfmI
o unique ?BEbdefhilUVW = m
o unique_consecutive ?BEbdefhil = m
o put ?BDEFbdefhil = gGfmiI
o take ?BDEFbdefhil = ogGfmI
o scatter ?BDEFbdefhil = ogGfmiI
u bfloat16 ?BCDEFbdefhil = gGmI
u bool ?BCDEFbdefhil = m
u byte ?BDEFbdefhil = m
u char ?BCDEFbdefhil = m
u double ?BCDEFbdefhil = gGfmI
u float ?BCDEFbdefhil = gGmI
u half ?BDEFbdefhil = gGmI
u int ?BDEFbdefhil = m
u long ?BCDEFbdefhil = m
u short ?BDEFbdefhil = m
u cdouble ?BCDEFbdefhil = gGfmI
u cfloat ?BCDEFbdefhil = gGmI
u chalf ?BCDEFbdefhil = gGmI
o empty_like ?BCDEFbdefhil = -
o zeros_like ?BCDEFbdefhil = -
o ones_like ?BCDEFbdefhil = -
o randn CDEFdef = o
o randn_like CDEFdef = -
o rand_like CDEFdef = -
o randint ?BEbdefhil = -
o randint_like ?BEbdefhil = -
o full_like ?BDEFbdefhilUV = -
o new_zeros ?BCDEFbdefhil = m
o new_ones ?BCDEFbdefhil = m
o ones ?BCDEFbdefhil = oc
o zeros ?BCDEFbdefhil = oc
o full ?BCDEFbdefhil = oc
o new_empty ?BCDEFbdefhil = m
o new_empty_strided ?BCDEFbdefhil = m
o empty_strided ?BDEFbdefhil = -
o empty ?BCDEFbdefhil = o
o eye ?BDEFbdefhilxXyY = o
o empty_permuted ?BCDEFbdefhil = -
o scalar_tensor ?BCDEFbdefhil = -
o new_full ?BCDEFbdefhil = m
o multinomial Edef = om
o normal Edef = ogGI
o normal/number_mean Edef = ogGI
o bernoulli Edef = ogGfmI
o scatter_add ?BDEFbdefhil = ogGfmiI
o stack ?BCDEFbdefhil = ogGfI
o _chunk_cat ?BCDEFbdefhil = o
o hstack ?BCDEFbdefhil = ogGfI
b hypot Edef = ogGfmiI
o histogram df = om
o histogramdd df = o
o histc Edef = om
o bincount Bbhil = m
o bucketize BEbdefhil = o
o searchsorted BEbdefhil = o
o cat ?BCDEFbdefhil = ogGfI al=concat,concatenate
o unbind ?BCDEFbdefhil = gGfmI
o unbind_copy ?BCDEFbdefhil = ogGfI
o vstack ?BCDEFbdefhil = ogGfI al=row_stack
o dstack ?BCDEFbdefhil = ogGfI
o unfold ?BCDEFbdefhil DEFdef gGfmI
o unfold_copy ?BCDEFbdefhil DEFdef ogGfI
o msort ?BEbdefhil = ogGfmI
o movedim ?BCDEFbdefhil = gGfmI al=moveaxis
o renorm DEFdef = ogGfmiI
h repeat ?BDEFbdefhil = gGfmI
o squeeze ?BCDEFbdefhil = gGfmiI
o squeeze/multiple ?BCDEFbdefhil = gGfmiI
o squeeze_copy ?BCDEFbdefhil = ogGfI
u fill ?BCDEFbdefhil = gGfiI
o resize_ ?BDEFbdefhil = i
o resize_as_ ?BDEFbdefhil = i
o take_along_dim ?BDEFbdefhil = ogGfm
h tile ?BDEFbdefhil = gGfmI
o trapz BDEFbdefhil = gGfI
o trapezoid BDEFbdefhil = gGfI
o cumulative_trapezoid BDEFbdefhil = gGfI
o unsqueeze ?BCDEFbdefhil = gGfmiI
o unsqueeze_copy ?BCDEFbdefhil = ogGfI
b xlogy ?BEbdefhil = ogGfmiFIs1 al=special.xlogy rhs=low=0.01
o zero_ ?BDEFbdefhil = gGfiI
o logsumexp ?BDEFbdefhil = ogGfmI al=special.logsumexp
o trace BDEFbdefhil = gGfm
o transpose ?BCDEFbdefhil = gGfmiI al=swapdims,swapaxes
o transpose_copy ?BCDEFbdefhil = ogGfI
o T ?BCDEFbdefhil = gGfI
o H ?BCDEFbdefhil = gGfI
o mT ?BCDEFbdefhil = gGfI
o mH ?BCDEFbdefhil = gGfI al=adjoint
o tril ?BCDEFbdefhil = ogGfmiI
o triu ?BCDEFbdefhil = ogGfmiI
o triu_indices il = -
o tril_indices il = -
o kron ?BDEFbdefhil = ogGfm
o inner BDEFbdefhil = ogGfmI
o tensordot BDEFbdefhil = ogGfI
o to_sparse ?BDEFbdefhil df gGmI
o logcumsumexp DEFdef = ogGfmI
u sigmoid ?BDEFbdefhil = ogGfmiFI al=special.expit,nn.functional.sigmoid
u digamma ?BEbdefhil = ogGfmiFI al=special.psi,special.digamma
u erf ?BEbdefhil = ogGfmiFI al=special.erf
u erfc ?BEbdefhil = ogGfmiFI al=special.erfc
u erfinv ?BEbdefhil = ogGfmiFI al=special.erfinv dom=-1,1
o nn.functional.smooth_l1_loss Edef = gGfI
o nn.functional.l1_loss DEFdef = gGfI
u lgamma ?BEbdefhil = ogGfmiFI al=special.gammaln
o logdet DFdf = gGfmI
o log_softmax Edef = ogGfmI al=special.log_softmax,nn.functional.log_softmax
o log_softmax/with_dtype ?BCDEFbdefhil = ogGfmI al=special.log_softmax,nn.functional.log_softmax
u logit ?BEbdefhil = ogGfmiFI al=special.logit dom=0,1
o where ?BCDEFbdefhil = ogGfmI
o nonzero ?BCDEFbdefhil = om
o nonzero_static ?BCDEFbdefhil = m
u jiterator_unary ?BDEFbdefhil = -
b jiterator_binary ?BDEFbdefhil = -
o jiterator_4inputs_with_extra_args ?BDEFbdefhil = -
b jiterator_binary_return_by_ref ?BDEFbdefhil = -
o jiterator_2inputs_2outputs ?BDEFbdefhil = -
o norm CDEFdef = ogGfmI
o norm/nuc DFdf = ogGfmI
o norm/fro DEFdef = ogGfmI
o norm/inf CDEFdef = ogGfmI
o t ?BDEFbdefhil = gGfmiI
o t_copy ?BDEFbdefhil = ogGfI
o nn.functional.dropout Edef = gGfiI
o native_dropout_backward ?BEbdefhil = gGI
o nn.functional.dropout2d Edef = gGfiI
o nn.functional.dropout3d Edef = gGfiI
o nn.functional.alpha_dropout Edef = gGfiI
o nn.functional.feature_alpha_dropout/with_train Edef = gGfiI
o nn.functional.feature_alpha_dropout/without_train ?BDEFbdefhil = gGfiI
o nn.functional.one_hot l = gGI
o nn.functional.embedding Edef = gGfI
o nn.functional.embedding_bag Edef = gI
o nn.functional.multi_head_attention_forward Edef = gGfI
u nn.functional.softplus Edef = ogGfI
o nn.functional.mse_loss Edef = gGfI
o nn.functional.grid_sample Edef = gGI
o grid_sampler_2d Edef = gGI
o grid_sampler_3d Edef = gGI
o argwhere ?BDEFbdefhil = m
r all ?BDEFbdefhil = omM id=True rd=torch.bool
r any ?BDEFbdefhil = omM id=False rd=torch.bool
r amax ?BEbdefhil = ogGfmIM id=None nan=propagate
r amin ?BEbdefhil = ogGfmIM id=None nan=propagate
r argmax BEbdefhil = om id=None rd=torch.int64
r argmin BEbdefhil = om id=None rd=torch.int64
r count_nonzero ?BDEFbdefhil = mM id=0 rd=torch.int64
r mean DEFdef = ogGfmFIM id=None nan=propagate
r nanmean Edef = ogGfmFIM id=None nan=omit
r std DEFdef = ogGfmFIMR id=None nan=propagate
r std/unbiased DEFdef = gGfmFIMR id=None nan=propagate
r var DEFdef = ogGfmFIMR id=None nan=propagate
r var/unbiased DEFdef = gGfmFIMR id=None nan=propagate
r prod ?BDEFbdefhil = gGfmIL id=1 nan=propagate
r sum ?BDEFbdefhil = gGfmIML id=0 nan=propagate
r nansum ?BEbdefhil = ogGfmIML id=0 nan=omit
r hash_tensor ?BEbdefhil = omM id=None rd=torch.uint64
o nn.functional.ctc_loss df = gGI
o nn.functional.cosine_embedding_loss ?BEbdefhil = gGfI
o nn.functional.nll_loss Edef = gGfI
o nn.functional.gaussian_nll_loss Edef = gGfI
o nn.functional.hinge_embedding_loss Edef = gGfI
o nn.functional.huber_loss Edef = gGfI
o nn.functional.pdist df = gGI
o nn.functional.poisson_nll_loss BEbdefhil = gGfI
o argsort ?BEbdefhil = m
o repeat_interleave ?BCDEFbdefhil = gGfmI
o nn.functional.pairwise_distance BDEFbdefhil = gGfI
o nn.functional.pixel_shuffle ?BDEFbdefhil = gGfI
o nn.functional.pixel_unshuffle ?BDEFbdefhil = gGfI
o nn.functional.channel_shuffle ?BDEFbdefhil = gGfI
o nn.functional.kl_div Edef = gGfI
o diagflat ?BDEFbdefhil = gGfmI
o scatter_reduce/sum ?BEbdefhil = ogGfmiI
o scatter_reduce/prod ?BEbdefhil = ogGmiI
o scatter_reduce/mean BEbdefhil = ogGfmiI
o scatter_reduce/amin ?BEbdefhil = ogGfmiI
o scatter_reduce/amax ?BEbdefhil = ogGfmiI
o _segment_reduce/lengths Edef = gI
o _segment_reduce/offsets Edef = gI
s fft.fft ?BDFbdfhil = ogGfI nd=1
s fft.fft2 ?BDFbdfhil = ogGfI nd=2
s fft.fftn ?BDFbdfhil = ogGfI nd=3
s fft.hfft ?BDFbdfhil = ogGfI nd=1
s fft.hfft2 ?BDFbdfhil = ogGfI nd=2
s fft.hfftn ?BDFbdfhil = ogGfI nd=3
s fft.rfft ?Bbdfhil = ogGfI nd=1
s fft.rfft2 ?Bbdfhil = ogGfI nd=2
s fft.rfftn ?Bbdfhil = ogGfI nd=3
s fft.ifft ?BDFbdfhil = ogGfI nd=1
s fft.ifft2 ?BDFbdfhil = ogGfI nd=2
s fft.ifftn ?BDFbdfhil = ogGfI nd=3
s fft.ihfft ?Bbdfhil = ogGfI nd=1
s fft.ihfft2 ?Bbdfhil = ogGfI nd=2
s fft.ihfftn ?Bbdfhil = ogGfI nd=3
s fft.irfft ?BDFbdfhil = ogGfI nd=1
s fft.irfft2 ?BDFbdfhil = ogGfI nd=2
s fft.irfftn ?BDFbdfhil = ogGfI nd=3
o fft.fftshift ?BCDEFbdefhil = gGfI
o fft.ifftshift ?BCDEFbdefhil = gGfI
o linalg.cross BDEFbdefhil = ogGfI
o linalg.det DFdf = ogGfI al=det
o linalg.diagonal ?BCDEFbdefhil = gGfI
o linalg.matrix_sqrth DFdf = gGfI
o linalg.cholesky DFdf = ogGfI
o linalg.cholesky_ex DFdf = ogGfI
o linalg.vecdot DEFdef = ogGfI
o linalg.cond DFdf = ogGfI
o linalg.eig DFdf = ogGfI
o linalg.eigvals DFdf = ogGfI
o linalg.eigh DFdf = ogGfI
o linalg.eigvalsh DFdf = ogGfI
o linalg.householder_product DFdf = ogGfI al=orgqr
o linalg.ldl_factor DFdf = o
o linalg.ldl_factor_ex DFdf = o
o linalg.ldl_solve DFdf = o
o linalg.lstsq DFdf = ogGI
o linalg.lstsq/grad_oriented DFdf = gGfI
o linalg.matrix_power DFdf = ogGf al=matrix_power
o linalg.multi_dot BDEFbdefhil = ogGf
o linalg.norm DEFdef = ogGfI
o linalg.norm/subgradients_at_zero DEFdef = ogGfI
o linalg.matrix_norm DEFdef = ogGfI
o linalg.qr DFdf = ogGfI
o linalg.polar DFdf = ogGfI
o linalg.slogdet DFdf = ogGfI
o linalg.vander BDFbdfhil = gGfI
r linalg.vector_norm DEFdef = ogGfIMR id=0 nan=propagate
o linalg.lu_factor DFdf = ogGfI
o linalg.lu_factor_ex DFdf = ogGfI
o linalg.lu DFdf = ogGfI
o linalg.lu_solve DFdf = ogGfI
o linalg.inv DFdf = ogGfI al=inverse
o linalg.inv_ex DFdf = ogGfI
o linalg.solve DFdf = ogGfI
o linalg.solve_ex DFdf = ogGfI
o linalg.solve_triangular DFdf = ogGfI
o linalg.matrix_rank DFdf = o
o linalg.matrix_rank/hermitian DFdf = o
o linalg.pinv DFdf = ogGfI
o linalg.pinv/singular DFdf = gGfI
o linalg.pinv/hermitian DFdf = ogGfI
o linalg.svd DFdf = ogGfI
o linalg.svdvals DFdf = ogGfI
o linalg.tensorinv DFdf = ogGfI
o linalg.tensorsolve DFdf = ogGfI
o signal.windows.hamming df = -
o signal.windows.hann df = -
o signal.windows.bartlett df = -
o signal.windows.blackman df = -
o signal.windows.cosine df = -
o signal.windows.exponential df = -
o signal.windows.gaussian df = -
o signal.windows.kaiser df = -
o signal.windows.general_cosine df = -
o signal.windows.general_hamming df = -
o signal.windows.nuttall df = -
u special.i0e ?BEbdefhilUVW = ogGfI
u special.i1 ?BEbdefhilUVW df ogGfI
u special.i1e ?BEbdefhilUVW df ogGfI
u special.ndtr ?BEbdefhilUVW = ogGfI
u special.polygamma/special_polygamma_n_0 ?BEbdefhil = ogGfI
b special.xlog1py ?BEbdefhilUVW = ogGfFIs1 rhs=low=-0.99
b special.zeta ?BbdfhilUVW = oFs1
u special.entr ?BEbdefhilUVW = ogGf
u special.ndtri ?Bbdfhil = ogGfI dom=0,1
u special.log_ndtr ?BbdfhilUVW = ogGfI
u special.erfcx ?BbdfhilUVW = ogGfI
u special.airy_ai ?BbdfhilUVW = o
u special.bessel_j0 ?BbdfhilUVW = o
u special.bessel_j1 ?BbdfhilUVW = o
u special.bessel_y0 ?BbdfhilUVW = o
u special.bessel_y1 ?BbdfhilUVW = o
b special.chebyshev_polynomial_t ?BbdfhilUVW = oFs1
b special.chebyshev_polynomial_u ?BbdfhilUVW = oFs1
b special.chebyshev_polynomial_v ?BbdfhilUVW = oFs1
b special.chebyshev_polynomial_w ?BbdfhilUVW = oFs1
b special.hermite_polynomial_h ?BbdfhilUVW = oFs1
b special.hermite_polynomial_he ?BbdfhilUVW = oFs1
b special.laguerre_polynomial_l ?BbdfhilUVW = oFs1
b special.legendre_polynomial_p ?BbdfhilUVW = oFs1
u special.modified_bessel_i0 ?BbdfhilUVW = o
u special.modified_bessel_i1 ?BbdfhilUVW = o
u special.modified_bessel_k0 ?BbdfhilUVW = o
u special.modified_bessel_k1 ?BbdfhilUVW = o
u special.scaled_modified_bessel_k0 ?BbdfhilUVW = o
u special.scaled_modified_bessel_k1 ?BbdfhilUVW = o
b special.shifted_chebyshev_polynomial_t ?BbdfhilUVW = oFs1
b special.shifted_chebyshev_polynomial_u ?BbdfhilUVW = oFs1
b special.shifted_chebyshev_polynomial_v ?BbdfhilUVW = oFs1
b special.shifted_chebyshev_polynomial_w ?BbdfhilUVW = oFs1
u special.spherical_bessel_j0 ?BbdfhilUVW = o
r masked.sum ?BDEFbdefhil = gGfIML id=0 nan=propagate
r masked.prod ?BDEFbdefhil = gGfIML id=1 nan=propagate
o masked.cumsum BDEFbdefhil = gGfI
o masked.cumprod BDEFbdefhil = gGfI
r masked.amax BEbdefhil = gGfIM id=None nan=propagate
r masked.amin BEbdefhil = gGfIM id=None nan=propagate
r masked.argmax BEbdefhil = - id=None
r masked.argmin BEbdefhil = - id=None
r masked.mean DEFdef = gGfFIM id=None nan=propagate
o masked.median Edef = gGfI
r masked.norm Edef = gGfFIM id=0 nan=propagate
r masked.var BDEFbdefhil = gGfFIM id=None nan=propagate
r masked.std BDEFbdefhil = gGfFIM id=None nan=propagate
o masked.softmax Edef = gGfI
o masked.log_softmax Edef = gGfI
o masked.softmin Edef = gGfI
o masked.normalize DEFdef = gGfI
o masked.logaddexp Edef = gGfI
r masked.logsumexp BDEFbdefhil = gGfIM id=None nan=propagate
o bmm/triton_optimized Edef = m
"""
