package ops

import "strings"

// knownWrong holds what is not right yet: the overload and the property that TestTable finds wrong.
var knownWrong = lines(`
_log_softmax_backward_data meta
_log_softmax_backward_data symbolic
_softmax_backward_data meta
_softmax_backward_data symbolic
linalg_solve meta
linalg_solve symbolic
linalg_solve_triangular meta
linalg_solve_triangular symbolic
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
