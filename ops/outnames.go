package ops

import (
	"strings"
	"sync"
)

// outNameTable has the names of out overloads that do not follow from those of the functional ones (out for the overload without a
// name, else NAME_out), and behind a colon the names of their results where these differ from what the operator returns.
const outNameTable = `
range=out_ all.dim=out any.dim=out mean.dim=out arange.start_step=start_out empty.memory_format=out mean=dtype_out all=all_out any=all_out
max=unary_out max.dim=dim_max:max,max_values max.other=out min=unary_out min.dim=dim_min:min,min_indices min.other=out
add.Tensor=out sub.Tensor=out subtract.Tensor=out mul.Tensor=out multiply.Tensor=out div.Tensor=out divide.Tensor=out true_divide.Tensor=out
div.Tensor_mode=out_mode divide.Tensor_mode=out_mode ldexp.Tensor=out copysign.Tensor=out xlogy.Tensor=OutTensor xlogy.Scalar_Other=OutScalar_Other
sum.dim_IntList=IntList_out prod.dim_int=int_out std.dim=out var.dim=out frobenius_norm.dim=out median.dim=dim_values nanmedian.dim=dim_values
topk=values sort=values sort.stable=values_stable kthvalue=values mode=values
svd=U geqrf=a triangular_solve=X:X,M _linalg_det=result _linalg_eigh=eigenvalues _linalg_slogdet=sign _linalg_solve_ex=result _linalg_svd=U linalg_svd=U linalg_inv_ex=inverse linalg_cholesky_ex=L linalg_eigh=eigvals:eigvals,eigvecs linalg_matrix_rank.tol_tensor=out_tol_tensor
`

var outNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for row := range strings.FieldsSeq(outNameTable) {
		of, name, _ := strings.Cut(row, "=")
		names[of] = name
	}
	return names
})

// outOverload names the out overload of an operator.
func outOverload(op *Op) string {
	if name, ok := outNames()[op.String()]; ok {
		name, _, _ = strings.Cut(name, ":")
		return name
	}
	if op.Overload == "" {
		return "out"
	}
	return op.Overload + "_out"
}

// outParams names the parameters of an out overload that stand for the n results of a functional one.
func outParams(op *Op, returns []Return) []string {
	if len(returns) == 1 {
		return []string{"out"}
	}
	if _, listed, ok := strings.Cut(outNames()[op.String()], ":"); ok {
		return strings.Split(listed, ",")
	}
	names := make([]string, len(returns))
	for i, r := range returns {
		names[i] = r.Name
	}
	return names
}
