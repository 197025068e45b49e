package ops

import "strings"

// knownWrong holds what is not right yet: the overload and the property that TestTable finds wrong.
var knownWrong = lines(`
_log_softmax_backward_data meta
_log_softmax_backward_data symbolic
_softmax_backward_data meta
_softmax_backward_data symbolic
diff symbolic
linalg_eig sample
linalg_eigvals sample
linalg_eigvalsh sample
linalg_matrix_norm.str_ord sample
linalg_pinv sample
linalg_solve meta
linalg_solve symbolic
linalg_solve_triangular meta
linalg_solve_triangular symbolic
linalg_svdvals sample
pinverse sample
result_type.Tensor derivative
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
