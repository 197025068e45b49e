package ops

import "github.com/magneto-go/magneto/tensor"

// floatScanKernel is the kernel of cumsum, or of cumprod: floats in lanes that lie one behind the other are taken as they come, in double precision;
// the rest is left to the general scan.
func floatScanKernel(product bool, general func(*Context, Args, []*tensor.Tensor)) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		t, o := a.tensor(0), out[0]
		if t.Dim() == 0 || t.Neg || t.DType() != o.DType() || !t.IsContiguous() || !o.IsContiguous() {
			general(ctx, a, out)
			return
		}
		d := wrapDim(a.int(1), t.Dim())
		if t.Numel() == 0 {
			return
		}
		n, inner := t.Size(d), tensor.Numel(t.Sizes()[d+1:])
		switch o.DType() {
		case tensor.Float32:
			floatScan(product, flat[float32](o), flat[float32](t), n, inner)
		case tensor.Float64:
			floatScan(product, flat[float64](o), flat[float64](t), n, inner)
		default:
			general(ctx, a, out)
		}
	}
}

// flat is a contiguous tensor as a slice.
func flat[E tensor.Elem](t *tensor.Tensor) []E {
	return tensor.View[E](t.Storage())[t.Offset():][:t.Numel()]
}

// floatScan sums, or multiplies, over the middle dimension of [outer, n, inner].
func floatScan[E float32 | float64](product bool, out, in []E, n, inner int) {
	if len(in) == 0 {
		return
	}
	if inner == 1 {
		for ; len(in) > 0; in, out = in[n:], out[n:] {
			total := float64(in[0])
			out[0] = in[0]
			lane := in[1:n]
			to := out[1:n]
			if product {
				for i, x := range lane {
					total *= float64(x)
					to[i] = E(total)
				}
				continue
			}
			for i, x := range lane {
				total += float64(x)
				to[i] = E(total)
			}
		}
		return
	}
	totals := make([]float64, inner)
	for ; len(in) > 0; in, out = in[n*inner:], out[n*inner:] {
		for i, x := range in[:inner] {
			totals[i] = float64(x)
			out[i] = x
		}
		for k := 1; k < n; k++ {
			row, to := in[k*inner:][:inner], out[k*inner:][:inner]
			for i, x := range row {
				if product {
					totals[i] *= float64(x)
				} else {
					totals[i] += float64(x)
				}
				to[i] = E(totals[i])
			}
		}
	}
}
