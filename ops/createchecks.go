package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// createChecks are the checks of operators that make tensors, an addition to argumentChecks.
var createChecks = map[string]func(ctx *Context, a Args){
	"zeros": func(ctx *Context, a Args) {
		for _, s := range a.syms(0) {
			if n, known := s.Const(); known {
				check(n >= 0, "zeros: Dimension size must be non-negative.")
			}
		}
	},
	"empty_strided": stridesFit,
	"normal": func(_ *Context, a Args) { // std comes after mean, which in place comes after the tensor
		if std, ok := a[2].(float64); ok {
			checkStd(std)
		} else if std, ok := a[1].(float64); ok {
			checkStd(std)
		}
	},
	"exponential": func(_ *Context, a Args) {
		check(a.float(1) > 0, "exponential_ expects lambda > 0.0, but found lambda=%g", a.float(1))
	},
	"geometric": func(_ *Context, a Args) {
		check(a.float(1) > 0 && a.float(1) < 1, "geometric_ expects p to be in (0, 1), but got p=%g", a.float(1))
	},
	"randint": func(_ *Context, a Args) {
		low, high := symbolic.IntOf(0), a.sym(0)
		if _, sizes := a[1].([]Value); !sizes {
			low, high = high, a.sym(1)
		}
		lo, known := low.Const()
		hi, known2 := high.Const()
		check(!known || !known2 || lo < hi, "random_ expects 'from' to be less than 'to', but got from=%d >= to=%d", lo, hi)
	},
	"arange": func(ctx *Context, a Args) {
		for _, v := range a[:min(len(a), 3)] {
			if _, wrong := v.(complex128); wrong {
				throwRuntime("value cannot be converted to type double without overflow")
			}
		}
	},
	"eye":      refuseMade("eye", func(d tensor.DType) bool { return d.IsWideUnsigned() || d == tensor.Complex32 }),
	"linspace": refuseMade("linspace_cpu", func(d tensor.DType) bool { return d.IsWideUnsigned() || d.IsFloat8() || d == tensor.Complex32 }),
	"randint_like": func(ctx *Context, a Args) {
		if d := dtypeOf(a[0]); d.IsFloat8() {
			notImplemented("random_update_from_to", d)
		}
	},
	"combinations": func(ctx *Context, a Args) {
		check(dimOf(a[0]) == 1, "Expect a 1D vector, but got shape %s", sizesText(sizesOf(a[0])))
		n, known := a.sym(1).Const()
		check(!known || n >= 0, "Expect a non-negative number, but got %d", n)
	},
	"tril_indices": triangleCheck,
	"triu_indices": triangleCheck,
	"vander": func(ctx *Context, a Args) {
		check(dimOf(a[0]) == 1, "x must be a one-dimensional tensor.")
		if !a.none(1) {
			n, known := a.sym(1).Const()
			check(!known || n >= 0, "N must be non-negative.")
		}
	},
	"hann_window":     func(ctx *Context, a Args) { windowCheck("hann_window", a) },
	"hamming_window":  func(ctx *Context, a Args) { windowCheck("hamming_window", a) },
	"blackman_window": func(ctx *Context, a Args) { windowCheck("blackman_window", a) },
	"bartlett_window": func(ctx *Context, a Args) { windowCheck("bartlett_window", a) },
	"kaiser_window":   func(ctx *Context, a Args) { windowCheck("kaiser_window", a) },
}

func stridesFit(ctx *Context, a Args) {
	sizes, strides := a.syms(0), a.syms(1)
	check(len(sizes) == len(strides), "dimensionality of sizes (%d) must match dimensionality of strides (%d)", len(sizes), len(strides))
	for _, s := range strides {
		if n, known := s.Const(); known && n < 0 {
			throwRuntime("Storage size calculation overflowed with sizes=%s and strides=%s", sizesText(sizes), sizesText(strides))
		}
	}
}

func triangleCheck(ctx *Context, a Args) {
	for i, name := range []string{"row", "col"} {
		n, known := a.sym(i).Const()
		check(!known || n >= 0, "%s must be non-negative, got%d", name, n)
	}
}

func windowCheck(name string, a Args) {
	for _, v := range a[1:] {
		if d, ok := v.(tensor.DType); ok && !d.IsFloat() {
			throwRuntime("%s expects floating point dtypes, got: TensorOptions(dtype=%s, device=cpu, layout=Strided (default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))", name, d.CName())
		}
	}
	n, known := a.sym(0).Const()
	check(!known || n >= 0, "%s requires non-negative window_length, got window_length=%d", name, n)
}

// refuseMade refuses to make a tensor of one of the types; descriptions have those that only store, too, since kernels alone refuse them.
func refuseMade(kernel string, refused func(tensor.DType) bool) func(*Context, Args) {
	return func(ctx *Context, a Args) {
		for _, v := range a {
			if d, ok := v.(tensor.DType); ok && refused(d) && !(ctx.fakeEnv != nil && d > tensor.Complex128) {
				notImplemented(kernel, d)
			}
		}
	}
}
