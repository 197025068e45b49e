package ops

import "strings"

// knownWrong holds what is not right yet: the overload and the property that TestTable finds wrong.
var knownWrong = lines(`
_local_scalar_dense meta
_log_softmax_backward_data meta
_log_softmax_backward_data symbolic
_softmax_backward_data meta
_softmax_backward_data symbolic
allclose meta
allclose symbolic
bartlett_window meta
bartlett_window.periodic meta
bincount meta
bincount symbolic
blackman_window meta
combinations generality
cumprod gradient
diff symbolic
equal meta
equal symbolic
fft_fftn generality
fft_ifft2 generality
fft_ifftn generality
fft_rfft generality
fft_rfft2 generality
fft_rfftn generality
frexp.Tensor derivative
frexp.Tensor meta
frexp.Tensor symbolic
hamming_window meta
hann_window meta
hann_window.periodic meta
histc meta
histc symbolic
item meta
linalg_eig sample
linalg_eigvals sample
linalg_eigvalsh sample
linalg_matrix_norm sample
linalg_matrix_norm.str_ord sample
linalg_pinv sample
linalg_solve meta
linalg_solve symbolic
linalg_solve_triangular meta
linalg_solve_triangular symbolic
linalg_svdvals sample
nanquantile meta
nanquantile sample
nanquantile symbolic
nanquantile.scalar meta
nanquantile.scalar sample
nanquantile.scalar symbolic
nn.functional.embedding_bag meta
nn.functional.embedding_bag symbolic
nn.functional.interpolate sample
nn.functional.interpolate symbolic
nn.functional.local_response_norm sample
normal.Tensor_Tensor meta
normal.Tensor_Tensor symbolic
normal.Tensor_float meta
normal.Tensor_float symbolic
normal.float_Tensor meta
normal.float_Tensor symbolic
pdist generality
pinverse sample
prod gradient
prod.dim_int gradient
quantile gradient
quantile meta
quantile sample
quantile symbolic
quantile.scalar sample
quantile.scalar symbolic
result_type.Tensor derivative
result_type.Tensor meta
result_type.Tensor symbolic
scaled_dot_product_attention gradient
scatter.src sample
tril_indices meta
triu_indices meta
unique_consecutive meta
unique_consecutive symbolic
unique_dim meta
unique_dim symbolic
`)

func lines(text string) map[string]bool {
	set := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line != "" {
			set[line] = true
		}
	}
	return set
}
