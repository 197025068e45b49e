package ops

import "strings"

// knownWrong holds what is not right yet: the overload and the property that TestTable finds wrong.
var knownWrong = lines(`
_log_softmax_backward_data meta
_log_softmax_backward_data symbolic
_softmax_backward_data meta
_softmax_backward_data symbolic
combinations generality
diff symbolic
fft_fftn generality
fft_ifft2 generality
fft_ifftn generality
fft_rfft generality
fft_rfft2 generality
fft_rfftn generality
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
nanquantile sample
nanquantile.scalar sample
nn.functional.embedding_bag meta
nn.functional.embedding_bag symbolic
nn.functional.interpolate sample
nn.functional.interpolate symbolic
nn.functional.local_response_norm sample
normal.Tensor_Tensor meta
normal.Tensor_Tensor symbolic
normal.Tensor_float meta
normal.Tensor_float symbolic
pdist generality
pinverse sample
quantile sample
quantile.scalar sample
result_type.Tensor derivative
scaled_dot_product_attention gradient
scatter.src sample
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
