package ops

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// Warnings is what operators tell the script besides results.
type Warnings struct {
	Show   func(text string) error // hands a warning to the script, for which it may be an error; nil for nobody
	Always bool                    // warnings that are given once for a program are given each time
	given  map[string]bool         // those that were
}

// warn gives a warning each time.
func (ctx *Context) warn(format string, args ...any) {
	if ctx.Warnings.Show == nil {
		return
	}
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	if err := ctx.Warnings.Show(Placed(format)); err != nil {
		panic(thrown{err})
	}
}

// warnOnce gives a warning the first time that its text comes up.
func (ctx *Context) warnOnce(format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	if err := ctx.Warnings.Once(format); err != nil {
		panic(thrown{err})
	}
}

// Once shows a text unless it was shown before.
func (w *Warnings) Once(text string) error { return w.OnceAs(text, text) }

// OnceAs shows a text unless one of its kind was shown before.
func (w *Warnings) OnceAs(kind, text string) error {
	if w.Show == nil || w.given[kind] && !w.Always {
		return nil
	}
	if w.given == nil {
		w.given = map[string]bool{}
	}
	w.given[kind] = true
	return w.Show(Placed(text))
}

// alert refuses an operator without a deterministic kernel where one is asked for, or warns of it.
func (ctx *Context) alert(name string) {
	if !ctx.deterministic.On {
		return
	}
	if ctx.deterministic.WarnOnly {
		ctx.warn("%s does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True, warn_only=True)'. You can file an issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.", name)
		return
	}
	throwRuntime("%s does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'. You can turn off determinism just for this operation, or you can use the 'warn_only=True' option, if that's acceptable for your application. You can also file an issue at https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation.", name)
}

const (
	resized    = "An output with one or more elements was resized since it had shape %s, which does not match the required output shape %s. This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they have zero elements. You can explicitly reuse an out tensor t by resizing it, inplace, to zero elements with t.resize_(0)."
	byteIndex  = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."
	noWindow   = "To suppress this warning and use a rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`."
	reversedT  = "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an error in a future release. Consider `x.mT` to transpose batches of matrices or `x.permute(*torch.arange(x.ndim - 1, -1, -1))` to reverse the dimensions of a tensor."
	evenKernel = "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy of the input be created"
	oldRange   = "torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's range builtin. Instead, use torch.arange, which produces values in [start, end)."
	oldLU      = "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a future PyTorch release.\nNote that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, pivots)\nshould be replaced with\nX = torch.linalg.lu_solve(LU, pivots, B)"
	oldFactor  = "torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and will be removed in a future PyTorch release.\nLU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\nLU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\nLU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\nLU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)"
	oldSolve   = "torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be removed in a future PyTorch release.\ntorch.linalg.solve_triangular has its arguments reversed and does not return a copy of one of the inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced with\nX = torch.linalg.solve_triangular(A, B)."
	oldChain   = "torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot instead, which accepts a list of two or more tensors rather than multiple parameters."
	changed    = "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
)

// warningTable is what operators warn of before they compute, by their names with overloads. Operators without a decomposition warn where their kernels run, so
// once for a call whatever the levels above make of it, and not on tensors without data.
var warningTable = map[string]func(ctx *Context, a Args){
	"range":          func(ctx *Context, _ Args) { ctx.warn("%s", oldRange) },
	"range.step":     func(ctx *Context, _ Args) { ctx.warn("%s", oldRange) },
	"copy_":          func(ctx *Context, a Args) { ctx.imaginaryDropped(dtypeOf(a[1]), dtypeOf(a[0])) },
	"var.correction": func(ctx *Context, a Args) { ctx.freedom("var", a) },
	"std.correction": func(ctx *Context, a Args) { ctx.freedom("std", a) },
	"lu":             once(oldFactor),
	"numpy_T":        transposed,
	"mT":             withoutDims("Tensor.mT is deprecated on 0-D tensors. This function is the identity in these cases."),
	"mH":             withoutDims("Tensor.mH is deprecated on 0-D tensors. Consider using x.conj()."),
	"matrix_H":       withoutDims("Tensor.H is deprecated on 0-D tensors. Consider using x.conj()."),
	"adjoint":        withoutDims("adjoint() is deprecated on 0-D tensors. Consider using x.conj()."),
	"meshgrid":       once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument."),
	"index_put_": func(ctx *Context, a Args) {
		ctx.expanded("index_put_", "tensor[indices] = tensor", a[0])
	},
	"put": func(ctx *Context, a Args) {
		if !a.bool(3) {
			ctx.alert("put_")
		}
	},
	"put_": func(ctx *Context, a Args) {
		if !a.bool(3) {
			ctx.alert("put_")
		}
	},
	"max_unpool2d":           func(ctx *Context, _ Args) { ctx.alert("max_unpooling2d_forward_out") },
	"masked_fill_.Scalar":    func(ctx *Context, a Args) { ctx.expanded("masked_fill_", "tensor[mask] = scalar", a[0]) },
	"masked_fill_.Tensor":    func(ctx *Context, a Args) { ctx.expanded("masked_fill_", "tensor[mask] = scalar", a[0]) },
	"index_fill_.int_Scalar": func(ctx *Context, a Args) { ctx.expanded("index_fill_", "tensor[mask] = scalar", a[0]) },
	"where.self":             byteCondition,
	"where.form":             byteCondition,
	"triangular_solve":       once(oldSolve),
	"_lu_with_info":          once(oldFactor),
	"_to_copy": func(ctx *Context, a Args) {
		if d, ok := a[1].(tensor.DType); ok {
			ctx.imaginaryDropped(dtypeOf(a[0]), d)
		}
	},
	"cov": func(ctx *Context, a Args) {
		n, ok := int64(1), true // one number is one observation
		if dimOf(a[0]) > 0 {
			n, ok = sizeOf(a[0], -1).Const()
		}
		if ok && a.none(2) && a.none(3) && n <= int64(a.int(1)) {
			ctx.warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.")
		}
	},
	"lu_solve":       once(oldLU),
	"chain_matmul":   once(oldChain),
	"index_reduce_":  once("index_reduce() is in beta and the API may change at any time."),
	"index_reduce":   once("index_reduce() is in beta and the API may change at any time."),
	"scatter.reduce": once("The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in a future PyTorch release. Use torch.scatter_reduce instead for more reduction options."),
	"searchsorted.Tensor": func(ctx *Context, a Args) {
		for i, what := range []string{"input value", "boundary"} {
			if t, ok := a[1-i].(*tensor.Tensor); ok && !t.IsContiguous() {
				ctx.warnOnce("torch.searchsorted(): %s tensor is non-contiguous, this will lower the performance due to extra data copy when converting non-contiguous tensor to contiguous, please use contiguous %[1]s tensor if possible. This message will only appear once per program.", what)
			}
		}
	},
	"nn.functional.grid_sample": func(ctx *Context, a Args) {
		if a.none(4) {
			ctx.warn("%s", changed)
		}
	},
	"nn.functional.affine_grid": func(ctx *Context, a Args) {
		if a.none(2) {
			ctx.warn("%s", changed)
		}
	},
	"stft": func(ctx *Context, a Args) {
		if a.none(4) {
			ctx.warnOnce("A window was not provided. A rectangular window will be applied,which is known to cause spectral leakage. Other windows such as torch.hann_window or torch.hamming_window are recommended to reduce spectral leakage.%s", noWindow)
		}
	},
	"istft": func(ctx *Context, a Args) {
		if a.none(4) {
			ctx.warnOnce("A window was not provided. A rectangular window will be applied.Please provide the same window used by stft to make the inversion lossless.%s", noWindow)
		}
	},
	"nn.functional.dropout2d":      dropsChannels(2),
	"nn.functional.dropout3d":      dropsChannels(3),
	"nn.functional.mse_loss":       lossBroadcasts,
	"nn.functional.l1_loss":        lossBroadcasts,
	"nn.functional.smooth_l1_loss": lossBroadcasts,
	"nn.functional.huber_loss":     lossBroadcasts,
	"nn.functional.softmax":        implicitDim("softmax"),
	"nn.functional.log_softmax":    implicitDim("log_softmax"),
	"nn.functional.softmin":        implicitDim("softmin"),
	"nn.functional.kl_div": func(ctx *Context, a Args) {
		if a.none(2) && a.none(3) && a.str(4) == "mean" {
			ctx.warn("reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as 'batchmean' in the next major release.")
		}
	},
}

func once(text string) func(ctx *Context, a Args) {
	return func(ctx *Context, _ Args) { ctx.warnOnce("%s", text) }
}

// imaginaryDropped warns of a conversion that loses half of the numbers.
func (ctx *Context) imaginaryDropped(from, to tensor.DType) {
	if from.IsComplex() && !to.IsComplex() {
		ctx.warnOnce("Casting complex values to real discards the imaginary part")
	}
}

// freedom warns of a variance with nothing left to divide by.
func (ctx *Context) freedom(name string, a Args) {
	sizes := sizesOf(a[0])
	n := 1.0
	reduced := reduceDims(a, 1, len(sizes))
	for _, d := range reduced {
		size, ok := sizes[d].Const()
		if !ok {
			return
		}
		n *= float64(size)
	}
	for d, size := range sizes { // nothing is left to make a result of
		if c, ok := size.Const(); ok && c == 0 && !slices.Contains(reduced, d) {
			n = 0
		}
	}
	if n-a.floatOr(2, 1) <= 0 {
		ctx.warn("%s(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input numel divided by output numel).", name)
	}
}

func transposed(ctx *Context, a Args) {
	switch dimOf(a[0]) {
	case 0:
		ctx.warnOnce("Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.")
	case 2:
	default:
		ctx.warnOnce("%s", reversedT)
	}
}

// withoutDims warns of transposes of tensors without dimensions.
func withoutDims(text string) func(ctx *Context, a Args) {
	return func(ctx *Context, a Args) {
		if dimOf(a[0]) == 0 {
			ctx.warnOnce("%s", text)
		}
	}
}

// expanded warns of writes into elements that stand for several.
func (ctx *Context) expanded(name, example string, target Value) {
	if t, ok := target.(*tensor.Tensor); ok && t.MayOverlap() {
		ctx.warn("Use of %s on expanded tensors is deprecated. Please clone() the tensor before performing this operation. This also applies to advanced indexing e.g. %s", name, example)
	}
}

func byteCondition(ctx *Context, a Args) {
	if isTensor(a[0]) && dtypeOf(a[0]) == tensor.Uint8 {
		ctx.warnOnce("where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version of PyTorch. Use a boolean condition instead.")
	}
}

// lossBroadcasts warns of losses that broadcast.
func lossBroadcasts(ctx *Context, a Args) {
	x, y := sizesOf(a[0]), sizesOf(a[1])
	if !equalSyms(x, y) {
		ctx.warn("Using a target size (torch.Size(%s)) that is different to the input size (torch.Size(%s)). This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.", sizesText(y), sizesText(x))
	}
}

func implicitDim(name string) func(ctx *Context, a Args) {
	return func(ctx *Context, a Args) {
		if a.none(1) {
			ctx.warn("Implicit dimension choice for %s has been deprecated. Change the call to include dim=X as an argument.", name)
		}
	}
}

// dropsChannels warns of dropout of whole channels, of n spatial dimensions, on what has others.
func dropsChannels(n int) func(ctx *Context, a Args) {
	return func(ctx *Context, a Args) {
		dims := dimOf(a[0])
		switch {
		case n == 2 && dims == 3:
			ctx.warn("dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired - input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a future release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain the 1D channel-wise dropout behavior, please switch to using dropout1d instead.")
		case dims != n+1 && dims != n+2:
			ctx.warn("dropout%dd: Received a %d-D input to dropout%[1]dd, which is deprecated and will result in an error in a future release. To retain the behavior and silence this warning, please use dropout instead. Note that dropout%[1]dd exists to provide channel-wise dropout on inputs with %[1]d spatial dimensions, a channel dimension, and an optional batch dimension (i.e. %[3]dD or %[4]dD inputs).", n, dims, n+1, n+2)
		}
	}
}
