package ops

import "github.com/magneto-go/magneto/tensor"

// The factors of a product must have one element type. Most products look at it only when they compute, not where tensors are descriptions or on meta.

// multipliesTypes checks the factors of a matrix product.
func multipliesTypes(a, b Value) {
	x, y := dtypeOf(a), dtypeOf(b)
	check(x == y || !computes(a), "expected m1 and m2 to have the same dtype, but got: %s != %s", x.CName(), y.CName())
}

// addsProductTypes checks what is added to a matrix product, and its factors.
func addsProductTypes(self, a, b Value) {
	if !computes(self) {
		return
	}
	d, x, y := dtypeOf(self), dtypeOf(a), dtypeOf(b)
	check(d == y, "self and mat2 must have the same dtype, but got %s and %s", d.ScalarName(), y.ScalarName())
	check(x == y, "mat1 and mat2 must have the same dtype, but got %s and %s", x.ScalarName(), y.ScalarName())
}

// vectorProductTypes checks what is added to the product of a matrix and a vector, whose type is self, and its factors.
func vectorProductTypes(self tensor.DType, a, b Value) {
	x, y := dtypeOf(a), dtypeOf(b)
	check(self == x && x == y, "addmv input tensors must have the same dtype, but got %s, %s, and %s", self.ScalarName(), x.ScalarName(), y.ScalarName())
}

// addsBatchTypes checks what is added to a batch of matrix products, and its factors.
func addsBatchTypes(self, a, b Value) {
	d, x, y := dtypeOf(self), dtypeOf(a), dtypeOf(b)
	check(x == y || !computes(self), "expected scalar type %s but found %s", x.ScalarName(), y.ScalarName())
	check(d == x && x == y, "Input dtypes must be the same, got: input %s, batch1: %s, batch2: %s", d.CName(), x.CName(), y.CName())
}

// computes says whether a call with the tensor v looks at elements.
func computes(v Value) bool {
	_, ok := readable(v)
	return ok
}
