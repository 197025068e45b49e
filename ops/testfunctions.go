package ops

import "github.com/magneto-go/magneto/tensor"

// The operators of torch._C._nn that are there to be tested: how lists that may be left out, strings and defaults are bound.

// withAddends adds one number of a list to each element, or gives the tensor itself where there is no list.
func withAddends(expected tensor.DType, element func(Value) Value) func(*Context, Args) []Value {
	return func(ctx *Context, a Args) []Value {
		if a.none(1) {
			return result(a[0])
		}
		check(dimOf(a[0]) == 1, "Expected values.dim() == 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
		list := a.list(1)
		check(dtypeOf(a[0]) == expected, "expected scalar type %s but found %s", expected.ScalarName(), dtypeOf(a[0]).ScalarName())
		items := make([]Value, len(list))
		n := ctx.fixed(sizeOf(a[0], 0))
		check(len(list) >= n, "ArrayRef: invalid index Index = %d; Length = %d", len(list), len(list))
		for i, v := range list {
			items[i] = ctx.scalarTensor(element(v), expected)
		}
		return result(ctx.add(a[0], ctx.call1("stack", items[:n], int64(0))))
	}
}

func asIs(v Value) Value { return v }

var _ = addTable([]entry{
	{S: "_test_optional_intlist(Tensor values, int[]? addends) -> Tensor", In: asNN, Whole: true, Decomp: withAddends(tensor.Int32, asIs)},
	{S: "_test_optional_filled_intlist(Tensor values, int[2]? addends) -> Tensor", In: asNN, Whole: true, Decomp: withAddends(tensor.Int32, asIs)},
	{S: "_test_optional_floatlist(Tensor values, float[]? addends) -> Tensor", In: asNN, Whole: true, Decomp: withAddends(tensor.Float32, func(v Value) Value { return toFloat(v) })},
	{S: `_test_string_default(Tensor dummy, str a="\"'\\", str b='"\'\\') -> Tensor`, In: asNN, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(a.str(1) == `"'\`, "Default A failed")
		check(a.str(2) == `"'\`, "Default B failed")
		return result(a[0])
	}},
	{S: "_test_ambiguous_defaults.a(Tensor dummy, int a=1, int b=1) -> Tensor", In: asNN, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(a.int(1) == 1, "Expected a == 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
		check(a.int(2) == 1, "Expected b == 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
		return result(ctx.scalarTensor(int64(1), tensor.Int64))
	}},
	{S: `_test_ambiguous_defaults.b(Tensor dummy, int a=2, str b="2") -> Tensor`, In: asNN, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
		check(a.int(1) == 2, "Expected a == 2 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
		check(a.str(2) == "2", `Expected b == "2" to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)`)
		return result(ctx.scalarTensor(int64(2), tensor.Int64))
	}},
})
