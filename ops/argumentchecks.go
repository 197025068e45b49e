package ops

import (
	"fmt"
	"math"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// integerAddcdiv is what addcdiv says of integers.
const integerAddcdiv = "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all dtypes."

// argumentChecks are what PyTorch asks of the arguments of operators before it computes anything, by the names of operators as
// refusalTable has them. Sizes that are not known are not asked about.
var argumentChecks = map[string]func(ctx *Context, a Args){
	"fake_quantize_per_tensor_affine_cachemask":                 quantisesTensor,
	"_fake_quantize_per_tensor_affine_cachemask_tensor_qparams": func(ctx *Context, a Args) { quantRange(a.int(4), a.int(5)) },
	"fake_quantize_per_channel_affine_cachemask":                quantisesChannels,
	"addcdiv": func(ctx *Context, a Args) {
		check(!dtypeOf(a[1]).IsIntOrBool() || !dtypeOf(a[2]).IsIntOrBool(), "%s", integerAddcdiv)
	},
	"cauchy": func(ctx *Context, a Args) { positiveSpread("cauchy", "sigma", a.float(2)) },
	"copy": func(ctx *Context, a Args) {
		if x, ok := a[0].(*tensor.Tensor); ok && !x.IsMeta() { // the kernel asks
			return
		}
		self, src := sizesOf(a[0]), sizesOf(a[1])
		if _, described := a[0].(*Fake); described && len(src) > len(self) { // whose dimensions are counted before their sizes are compared
			throwRuntime("output with shape %s doesn't match the broadcast shape %s", sizesText(self), sizesText(src))
		}
		if !expandableTo(ctx, src, self) {
			throwBroadcastCopy(ctx, self, src)
		}
	},
	"log_normal": func(ctx *Context, a Args) { positiveSpread("log_normal", "std", a.float(2)) },
	"isclose": func(ctx *Context, a Args) {
		check(a.float(2) >= 0, "rtol must be greater than or equal to zero, but got %g", a.float(2))
		check(a.float(3) >= 0, "atol must be greater than or equal to zero, but got %g", a.float(3))
	},
	"masked_scatter": func(ctx *Context, a Args) {
		check(dtypeOf(a[0]) == dtypeOf(a[2]), "masked_scatter: expected self and source to have same dtypes but got%s and %s", dtypeOf(a[0]).ScalarName(), dtypeOf(a[2]).ScalarName())
		if dtypeOf(a[1]) == tensor.Uint8 {
			ctx.warn("masked_scatter_ received a mask with dtype torch.uint8, this behavior is now deprecated,please use a mask with dtype torch.bool instead.")
		}
		check(dtypeOf(a[1]) == tensor.Bool, "masked_scatter_ only supports boolean masks, but got mask with dtype %s", dtypeOf(a[1]).ScalarName())
	},
	"histc": func(ctx *Context, a Args) {
		check(a.int(1) > 0, "torch.histogram(): bins must be > 0, but got %d for dimension 0", a.int(1))
		lo, hi := ctx.number(a[2]), ctx.number(a[3])
		if t, ok := readable(a[0]); ok && lo == hi && t.DType().IsFloat() && t.Numel() > 0 {
			least, most := math.Inf(1), math.Inf(-1)
			for _, x := range t.Floats() {
				least, most = math.Min(least, x), math.Max(most, x)
			}
			lo, hi = least, most
		}
		finite := !math.IsInf(lo, 0) && !math.IsInf(hi, 0) && !math.IsNaN(lo) && !math.IsNaN(hi)
		check(finite, "torch.histc: range of [%g, %g] is not finite", lo, hi)
		check(lo <= hi, "torch.histc: max must be larger than min")
	},
	"as_strided_scatter": func(ctx *Context, a Args) {
		if src, size := sizesOf(a[1]), a.syms(2); !expectSameSizes(ctx, src, size) {
			throwRuntime("expected src to have a size equal to the slice of self. src size = %s, slice size = %s", sizesText(src), sizesText(size))
		}
	},
	"narrow_copy": func(ctx *Context, a Args) {
		d, sizes := a.int(1), sizesOf(a[0])
		if len(sizes) == 0 || d < -len(sizes) {
			return
		}
		check(d < len(sizes), "Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
		start, length := a.sym(2), a.sym(3)
		check(ctx.expect(length.Ge(zero)), "start (%s) + length (%s) exceeds dimension size (%s).", start, length, sizes[wrapDim(d, len(sizes))])
	},
	"linalg_pinv": func(ctx *Context, a Args) { invertible(a[0]) },
	"pinverse":    func(ctx *Context, a Args) { invertible(a[0]) },
	"inner": func(ctx *Context, a Args) {
		x, y := a[0], a[1]
		if dimOf(x) == 0 || dimOf(y) == 0 {
			return
		}
		if !expectSame(ctx, sizeOf(x, -1), sizeOf(y, -1)) {
			throwRuntime("inner() the last dimension must match on both input tensors but got shapes %s and %s", sizesText(sizesOf(x)), sizesText(sizesOf(y)))
		}
		check(dtypeOf(x) == dtypeOf(y), "both inputs should have same dtype")
	},
	"linalg_lu": func(ctx *Context, a Args) {
		check(a.bool(1), "linalg.lu_factor: LU without pivoting is not implemented on the CPU")
	},
	"arange": refuseMade("arange_cpu", func(d tensor.DType) bool {
		return d.IsComplex() || d == tensor.Bool || d.IsWideUnsigned() || d.IsFloat8()
	}),
	"diff": func(ctx *Context, a Args) {
		n := dimOf(a[0])
		check(n > 0, "diff expects input to be at least one-dimensional")
		d := wrapDim(a.int(2), n)
		for _, more := range a[3:5] {
			if more == nil {
				continue
			}
			check(dimOf(more) == n, "diff expects prepend or append to be the same dimension as input")
			for i := range n {
				check(i == d || sameSize(ctx, sizeOf(a[0], i), sizeOf(more, i)), "diff expects the shape of tensor to prepend or append to match that of input except along the differencing dimension; input.size(%d) = %s, but got tensor.size(%d) = %s", i, sizeOf(a[0], i), i, sizeOf(more, i))
			}
		}
	},
	"polygamma": func(ctx *Context, a Args) {
		check(isTensor(a[0]) || a.int(0) >= 0, "polygamma(n, x) does not support negative n.")
	},
	"linalg_eigh":     func(ctx *Context, a Args) { halfChosen(a.str(1)) },
	"linalg_eigvalsh": func(ctx *Context, a Args) { halfChosen(a.str(1)) },
	"linalg_eigvals":  func(ctx *Context, a Args) { checkSquare(ctx, "linalg.eigvals", a[0]) },
	"linalg_svd": func(ctx *Context, a Args) {
		check(len(a) < 3 || a.none(2), "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")
	},
	"pdist": func(ctx *Context, a Args) {
		check(dimOf(a[0]) == 2, "pdist only supports 2D tensors, got: %dD", dimOf(a[0]))
		check(ctx.number(a[1]) >= 0, "pdist only supports non-negative p values")
	},
	"cdist": func(ctx *Context, a Args) {
		check(ctx.number(a[2]) >= 0, "cdist only supports non-negative p values")
	},
	"complex": func(ctx *Context, a Args) { halvesOfComplex(a) },
	"polar":   func(ctx *Context, a Args) { halvesOfComplex(a) },
	"renorm": func(ctx *Context, a Args) {
		check(ctx.number(a[1]) > 0, "renorm: non-positive-norm not supported")
		most := ctx.number(a[3])
		check(most >= 0, "renorm: expected maxnorm to be >= 0 but got %g", most)
		check(dimOf(a[0]) > 1, "renorm: input needs at least 2 dimensions, got %d dimensions", dimOf(a[0]))
	},
	"prelu": func(_ *Context, a Args) { preluWeight(a) },
	"roll": func(ctx *Context, a Args) {
		check(len(a.list(1)) > 0, "`shifts` required")
		if dims := a.list(2); dimOf(a[0]) == 0 && len(dims) == 1 && len(a.list(1)) == 1 {
			throw("IndexError", "Dimension specified as %v but tensor has no dimensions", dims[0])
		}
	},
	"rot90": func(ctx *Context, a Args) {
		n, dims := dimOf(a[0]), a.ints(2)
		check(len(dims) == 2, "expected total rotation dims == 2, but got dims = %d", len(dims))
		check(n >= 2, "expected total dims >= 2, but got total dims = %d", n)
		same := dims[0] == dims[1] || dims[0]-dims[1] == n || dims[1]-dims[0] == n
		check(!same, "expected rotation dims to be different, but got dim0 = %d and dim1 = %d", dims[0], dims[1])
	},
	"softshrink": func(ctx *Context, a Args) {
		d := dtypeOf(a[0])
		_, limit := finiteRange(d)
		if k := a.float(1); k < 0 || k > limit {
			throwRuntime("lambda must be in range [0, %g] for input dtype %s, but found %g", roundTo6(limit), d.ScalarName(), k)
		}
	},
	"native_layer_norm": func(ctx *Context, a Args) { normWeights(ctx, a, 1, 2, 3) },
	"layer_norm":        func(ctx *Context, a Args) { normWeights(ctx, a, 1, 2, 3) },
	"rms_norm":          func(ctx *Context, a Args) { normWeights(ctx, a, 1, 2, -1) },
	"batch_norm":        channelParameters,
	"group_norm": func(ctx *Context, a Args) {
		s := sizesOf(a[0])
		if len(s) < 2 || isConst(s[0], 0) {
			return
		}
		check(!isConst(s[1], 0), "Expected number of channels to be greater than 0, got 0")
		check(!isConst(symbolic.Product(s[2:]), 0), "Expected HxW to be greater than 0, got 0")
	},
	"triplet_margin_loss": func(ctx *Context, a Args) { sameDimensions(a) },
	"nn.functional.triplet_margin_loss": func(ctx *Context, a Args) {
		if m := a.float(3); m <= 0 {
			throw("ValueError", "margin must be greater than 0, got %s", pyFloat(m))
		}
	},
	"margin_ranking_loss": func(ctx *Context, a Args) {
		x, y, t := a[0], a[1], a[2]
		if dimOf(x) != dimOf(y) || dimOf(x) != dimOf(t) {
			throwRuntime("margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: torch.Size(%s), input2: torch.Size(%s), target: torch.Size(%s) ", sizesText(sizesOf(x)), sizesText(sizesOf(y)), sizesText(sizesOf(t)))
		}
	},
	"nn.functional.multi_margin_loss": func(ctx *Context, a Args) {
		if p := a.float(2); p != 1 && p != 2 {
			throw("ValueError", "only p == 1 and p == 2 supported")
		}
		if !a.none(4) && dimOf(a[4]) != 1 {
			throw("ValueError", "weight must be one-dimensional")
		}
	},
	"multilabel_margin_loss": func(ctx *Context, a Args) {
		x, t := sizesOf(a[0]), sizesOf(a[1])
		n := len(x)
		check(n <= 2 && (n == 0 || !isConst(x[n-1], 0)), "Expected non-empty vector or matrix with optional 0-dim batch size, but got: %s", sizesText(x))
		single := n <= 1 && (len(t) == n || len(t) <= 1 && sameSize(ctx, numelOf(a[0]), numelOf(a[1])))
		if !single && !(n == 2 && len(t) == 2 && sameSizes(ctx, x, t)) || n == 1 && len(t) == 1 && !sameSize(ctx, x[0], t[0]) {
			throwRuntime("inconsistent target size: %s for input of size: %s", sizesText(t), sizesText(x))
		}
	},
	"pixel_shuffle": func(ctx *Context, a Args) {
		check(dimOf(a[0]) >= 3, "pixel_shuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)", dimOf(a[0]))
		check(a.int(1) > 0, "pixel_shuffle expects a positive upscale_factor, but got %d", a.int(1))
	},
	"pixel_unshuffle": func(ctx *Context, a Args) {
		check(dimOf(a[0]) >= 3, "pixel_unshuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)", dimOf(a[0]))
		check(a.int(1) > 0, "pixel_unshuffle expects a positive downscale_factor, but got %d", a.int(1))
	},
	"feature_dropout":       func(_ *Context, a Args) { someChannels(a) },
	"feature_alpha_dropout": func(_ *Context, a Args) { someChannels(a) },
	"nn.functional.rrelu": func(ctx *Context, a Args) {
		check(a.float(1) <= a.float(2), "Lower bound should be less than or equal to the upper bound")
	},
	"convolution": func(ctx *Context, a Args) { convolutionNumbers(ctx, a) },
	"col2im": func(ctx *Context, a Args) {
		kernel := a.ints(2)
		s, empty := sizesOf(a[0]), false
		for i, n := range s {
			empty = empty || isConst(n, 0) && (i > 0 || len(s) == 2)
		}
		check((len(s) == 2 || len(s) == 3) && !empty, "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but got: %s", sizesText(s))
		if n := len(s); len(kernel) == 2 && n >= 2 && kernel[0] > 0 && kernel[1] > 0 {
			rows, known := sizeOf(a[0], n-2).Const()
			check(!known || int(rows)%(kernel[0]*kernel[1]) == 0, "Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=%d and kernel_size=(%d, %d).", rows, kernel[0], kernel[1])
		}
	},
}

// channelParameters checks what batch normalisation has for each channel; of no elements nothing is asked.
func channelParameters(ctx *Context, a Args) {
	if isConst(numelOf(a[0]), 0) {
		return
	}
	check(a.bool(5) || !a.none(3), "running_mean must be defined in evaluation mode")
	check(a.bool(5) || !a.none(4), "running_var must be defined in evaluation mode")
	c := symbolic.IntOf(0)
	if dimOf(a[0]) > 1 {
		c = sizeOf(a[0], 1)
	}
	for _, k := range []struct {
		at   int
		name string
	}{{3, "running_mean"}, {4, "running_var"}, {1, "weight"}, {2, "bias"}} {
		if !a.none(k.at) && !sameSize(ctx, numelOf(a[k.at]), c) {
			throwRuntime("%s should contain %s elements not %s", k.name, c, numelOf(a[k.at]))
		}
	}
}

// checksOf finds the checks of an operator.
func checksOf(name string) func(ctx *Context, a Args) {
	if strings.HasPrefix(name, "fft_") && !strings.HasSuffix(name, "freq") && !strings.HasSuffix(name, "shift") {
		return func(ctx *Context, a Args) {
			if len(a) < 3 || !isTensor(a[0]) || dimOf(a[0]) > 0 {
				return
			}
			switch list, many := a[2].([]Value); {
			case !many && !a.none(2):
				knownDim(a.int(2), 0)
			case len(list) > 0:
				knownDim(a.ints(2)[0], 0)
			}
		}
	}
	var found []func(ctx *Context, a Args)
	for _, table := range []map[string]func(ctx *Context, a Args){typeChecks, argumentChecks, solveChecks, factorChecks, poolChecks, indexChecks, createChecks} {
		if f := table[name]; f != nil {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return nil
	case 1:
		return found[0]
	}
	return func(ctx *Context, a Args) {
		for _, f := range found {
			f(ctx, a)
		}
	}
}

// halfChosen checks which half of a Hermitian matrix is looked at.
func halfChosen(half string) {
	check(half == "L" || half == "U" || half == "l" || half == "u", "Expected UPLO argument to be 'L' or 'U', but got %s", half)
}

// roundTo6 is v to the six digits that C++ streams show.
func roundTo6(v float64) float64 {
	var out float64
	fmt.Sscan(fmt.Sprintf("%.5e", v), &out)
	return out
}

// halvesOfComplex checks the types of the parts that complex numbers are made of.
func halvesOfComplex(a Args) {
	fits := func(d tensor.DType) bool { return d == tensor.Float16 || d == tensor.Float32 || d == tensor.Float64 }
	if x, y := dtypeOf(a[0]), dtypeOf(a[1]); !fits(x) || !fits(y) {
		throwRuntime("Expected both inputs to be Half, Float or Double tensors but got %s and %s", x.ScalarName(), y.ScalarName())
	}
}

func preluWeight(a Args) {
	if x, w := dtypeOf(a[0]), dtypeOf(a[1]); x != w {
		throwRuntime("prelu: Type promoting not supported. Got %s and %s", x.ScalarName(), w.ScalarName())
	}
	if x := sizesOf(a[0]); !isConst(numelOf(a[1]), 1) && len(x) > 0 {
		channels := one
		if len(x) > 1 {
			channels = x[1]
		}
		n, known := numelOf(a[1]).Const()
		if c, ok := channels.Const(); known && ok {
			check(n == c, "Mismatch of parameter numbers and input channel size. Found parameter numbers = %d and channel size = %d.", n, c)
		}
	}
	check(dimOf(a[1]) <= 1, "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = %d", dimOf(a[1]))
}

// someChannels refuses to drop channels where there are none.
func someChannels(a Args) {
	if a.bool(2) && a.float(1) != 0 {
		check(dimOf(a[0]) >= 2, "Feature dropout requires at least 2 dimensions in the input")
	}
}

func positiveSpread(name, parameter string, v float64) {
	check(v > 0, "%s_ expects %s > 0.0, but found %s=%g", name, parameter, parameter, v)
}

// normWeights compares the weight and the bias, if bias is not -1, with the normalised sizes.
func normWeights(ctx *Context, a Args, shape, weight, bias int) {
	want := a.syms(shape)
	for _, k := range []struct {
		at   int
		name string
	}{{weight, "weight"}, {bias, "bias"}} {
		if k.at >= 0 && !a.none(k.at) && !expectSameSizes(ctx, sizesOf(a[k.at]), want) {
			throwRuntime("Expected %s to be of same shape as normalized_shape, but got %s of shape %s and normalized_shape = %s", k.name, k.name, sizesText(sizesOf(a[k.at])), sizesText(want))
		}
	}
}

func sameDimensions(a Args) {
	x, y, z := dimOf(a[0]), dimOf(a[1]), dimOf(a[2])
	check(x == y && y == z, "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor %dD, positive %dD, and negative %dD inputs", x, y, z)
}

func hasNone(list []Value) bool {
	for _, v := range list {
		if v == nil {
			return true
		}
	}
	return false
}

// invertible refuses what has no pseudo-inverse.
func invertible(v Value) {
	if d := dtypeOf(v); dimOf(v) < 2 || d != tensor.Float32 && d != tensor.Float64 && !d.IsComplex() {
		throwRuntime("linalg.pinv(%s{%s}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types", d.ScalarName(), sizesText(sizesOf(v)))
	}
}

// convolutionNumbers checks what of a convolution's arguments are plain numbers.
func convolutionNumbers(ctx *Context, a Args) {
	groups := ctx.fixed(a.sym(8))
	w := sizesOf(a[1])
	check(len(w) >= 3, "weight should have at least three dimensions")
	transposed := a.bool(6)
	for i, name := range []string{"stride", "padding", "dilation", "", "output_padding"} {
		if name == "" || i == 4 && !transposed {
			continue
		}
		n := len(a.list(3 + i))
		check(n == 1 || n == len(w)-2, "expected %s to be a single integer value or a list of %d values to match the convolution dimensions, but got %s=%s", name, len(w)-2, name, sizesText(a.syms(3+i)))
	}
	for _, c := range []struct {
		at, least int
		text      string
	}{{4, 0, "negative padding is not supported"}, {7, 0, "negative output_padding is not supported"}, {3, 1, "non-positive stride is not supported"}, {5, 0, "dilation should be greater than zero"}} {
		for _, n := range a.syms(c.at) {
			if v, known := n.Const(); known {
				check(int(v) >= c.least, "%s", c.text)
			}
		}
	}
	spreadNumbers(a.syms(5), len(w)-2, transposed, takesOneDNN(a, groups))
	if rows, known := w[0].Const(); known && groups > 0 && int(rows) < groups {
		throwRuntime("Given groups=%d, expected weight to be at least %d at dimension 0, but got weight of size %s instead", groups, groups, sizesText(w))
	}
}

// takesOneDNN tells whether PyTorch gives a convolution to oneDNN, which has errors of its own: not in double or half precision, and of single images
// only the large ones.
func takesOneDNN(a Args, groups int) bool {
	d := dtypeOf(a[0])
	if d != tensor.Float32 && d != tensor.Complex64 {
		return d == tensor.BFloat16
	}
	w, atLeast := sizesOf(a[1]), func(n symbolic.Int, least int64) bool {
		v, known := n.Const()
		return known && v >= least
	}
	k := len(w)
	wide := k > 3 && atLeast(w[k-1], 4) && atLeast(w[k-2], 4)
	return groups > 1 || wide || atLeast(sizeOf(a[0], 0), 2) || atLeast(numelOf(a[0]), 20481)
}

// spreadNumbers refuses a spread of 0 in one of k dimensions, as the kernel says it that PyTorch takes: lines are images of one row.
func spreadNumbers(spread []symbolic.Int, k int, transposed, oneDNN bool) {
	numbers := make([]symbolic.Int, 0, 3)
	zero := false
	for d := range k {
		n := spread[min(d, len(spread)-1)]
		numbers, zero = append(numbers, n), zero || isConst(n, 0)
	}
	if k == 1 {
		numbers = []symbolic.Int{one, numbers[0]}
	}
	switch {
	case !zero:
	case transposed && len(numbers) == 2:
		throwRuntime("dilation should be greater than zero, but got dilation_height: %s, dilation_width: %s", numbers[0], numbers[1])
	case transposed:
		throwRuntime("dilation should be greater than zero, but got dilation_depth: %s, dilation_height: %s, dilation_width: %s", numbers[0], numbers[1], numbers[2])
	case oneDNN:
		throwRuntime("non-positive dilation is not supported")
	default:
		throwRuntime("dilation should be greater than zero, but got %s", sizesText(numbers))
	}
}
