package ops

import "github.com/magneto-go/magneto/tensor"

// Loops over complex numbers: sums and products of elements, and products of matrices by way of real ones.

func complexSums(out, a, b []complex64, sa, sb int) {
	i, j := 0, 0
	for k := range out {
		out[k] = a[i] + b[j]
		i += sa
		j += sb
	}
}

func complexDifferences(out, a, b []complex64, sa, sb int) {
	i, j := 0, 0
	for k := range out {
		out[k] = a[i] - b[j]
		i += sa
		j += sb
	}
}

// complexProducts rounds each product and each sum of two, as the definition has them.
func complexProducts(out, a, b []complex64, sa, sb int) {
	i, j := 0, 0
	for k := range out {
		x, y := a[i], b[j]
		re := float32(real(x)*real(y)) - float32(imag(x)*imag(y))
		im := float32(real(x)*imag(y)) + float32(imag(x)*real(y))
		out[k] = complex(re, im)
		i += sa
		j += sb
	}
}

// multiplyComplex computes the product of complex matrices [batch, m, k] and [batch, k, n] by four real ones.
func multiplyComplex[E float32 | float64](ctx *Context, out, x, y *tensor.Tensor, batch, m, k, n int) {
	a, b := splitComplex[E](x, batch, m, k), splitComplex[E](y, batch, k, n)
	d := a[0].DType()
	re, im := tensor.New(d, batch, m, n), tensor.New(d, batch, m, n)
	multiplyInto(ctx, re, a[0], b[0], batch, m, k, n, 1, 0)
	multiplyInto(ctx, re, a[1], b[1], batch, m, k, n, -1, 1)
	multiplyInto(ctx, im, a[0], b[1], batch, m, k, n, 1, 0)
	multiplyInto(ctx, im, a[1], b[0], batch, m, k, n, 1, 1)
	whole := tensor.View[E](out.Storage())[2*out.Offset():][:2*batch*m*n]
	imaginary := flat[E](im)
	for i, v := range flat[E](re) {
		whole[2*i], whole[2*i+1] = v, imaginary[i]
	}
}

// splitComplex are the real and the imaginary part of complex matrices.
func splitComplex[E float32 | float64](t *tensor.Tensor, batch, rows, columns int) (parts [2]*tensor.Tensor) {
	t = resolved(t).Contiguous()
	d := tensor.Float32
	if t.DType() == tensor.Complex128 {
		d = tensor.Float64
	}
	for p := range parts {
		parts[p] = tensor.NewUninit(d, batch, rows, columns)
		part := flat[E](parts[p])
		if len(part) == 0 {
			continue
		}
		whole := tensor.View[E](t.Storage())[2*t.Offset():][:2*len(part)]
		for i := range part {
			part[i] = whole[2*i+p]
		}
	}
	return parts
}
