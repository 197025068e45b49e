package compiler

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// assertMetadata is _assert_tensor_metadata(a, size=None, stride=None, dtype=None, *, device=None, layout=None).
func assertMetadata(th *object.Thread, args, kwNames []object.Value) (object.Value, error) {
	a, err := object.Args("_assert_tensor_metadata", args, kwNames, "a", "|", "size", "stride", "dtype", "*", "device", "layout")
	if err != nil {
		return object.Null, err
	}
	x, err := torch.ToOps(th, a[0])
	if err != nil {
		return object.Null, err
	}
	if f, tensor := describe(x); tensor {
		if err := numbersAre(th, "sizes", a[1], f.Sizes); err != nil {
			return object.Null, err
		}
		if err := numbersAre(th, "strides", a[2], f.Strides); err != nil {
			return object.Null, err
		}
		if want, ok := dtypeOf(th, a[3]); ok && f.DType != want {
			return object.Null, object.RuntimeErrorf("Tensor dtype mismatch! Expected: %s, Got: %s", want.ScalarName(), f.DType.CName())
		}
	}
	for i, name := range []string{"device", "layout"} {
		if err := placeIs(th, name, a[4+i], a[0]); err != nil {
			return object.Null, err
		}
	}
	if r := states.Of(th).recorder; r != nil {
		return object.None, r.metadata(th, x, false)
	}
	return object.None, nil
}

// numbersAre tells whether the sizes or strides of a tensor are those that are wanted, if any are.
func numbersAre(th *object.Thread, what string, wanted object.Value, got []symbolic.Int) error {
	if wanted.IsNull() || wanted.IsNone() {
		return nil
	}
	x, err := torch.ToOps(th, wanted)
	list, ok := x.([]ops.Value)
	if err != nil || !ok {
		return err
	}
	want := make([]symbolic.Int, len(list))
	for i, v := range list {
		switch v := v.(type) {
		case int64:
			want[i] = symbolic.IntOf(v)
		case symbolic.Int:
			want[i] = v
		}
	}
	varies := slices.ContainsFunc(slices.Concat(want, got), symbolic.Int.IsSymbolic)
	if slices.Equal(want, got) || varies && len(want) == len(got) { // what varies is settled by guards
		return nil
	}
	return object.RuntimeErrorf("Tensor %s mismatch! Expected: [%s], Got: [%s]", what, numbersText(want), numbersText(got))
}

func numbersText(numbers []symbolic.Int) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = n.String()
	}
	return strings.Join(texts, ", ")
}

// layoutWords are layouts as error texts name them.
var layoutWords = map[string]string{"torch.strided": "Strided", "torch.sparse_coo": "Sparse", "torch.sparse_csr": "SparseCsr", "torch.sparse_csc": "SparseCsc", "torch.sparse_bsr": "SparseBsr",
	"torch.sparse_bsc": "SparseBsc", "torch.jagged": "Jagged"}

// placeIs tells whether the device or the layout of a tensor is the one that is wanted, if one is.
func placeIs(th *object.Thread, what string, wanted, of object.Value) error {
	if wanted.IsNull() || wanted.IsNone() {
		return nil
	}
	got, err := object.GetAttr(th, of, what)
	if err != nil {
		return err
	}
	expected, err := object.StrOf(th, wanted)
	if err != nil {
		return err
	}
	found, err := object.StrOf(th, got)
	if err != nil || expected == found {
		return err
	}
	if what == "layout" {
		expected, found = layoutWords[expected], layoutWords[found]
	}
	return object.RuntimeErrorf("Tensor %s mismatch! Expected: %s, Got: %s", what, expected, found)
}
