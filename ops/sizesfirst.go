package ops

import (
	"github.com/magneto-go/magneto/symbolic"
)

// sizesBeforeTypes are the checks that PyTorch makes before it looks at element types, by the names of operators: they are made
// where refusalTable is about to refuse one.
var sizesBeforeTypes = map[string]func(ctx *Context, a Args){
	"batch_norm":        channelParameters,
	"conv1d":            func(_ *Context, a Args) { sameBias(a) },
	"conv2d":            func(_ *Context, a Args) { sameBias(a) },
	"conv_transpose1d":  func(_ *Context, a Args) { spreadOver(a, 1) },
	"conv_transpose2d":  func(_ *Context, a Args) { spreadOver(a, 2) },
	"conv_transpose3d":  func(_ *Context, a Args) { spreadOver(a, 3) },
	"layer_norm":        mixedNorm(2, 3),
	"native_layer_norm": mixedNorm(2, 3),
	"group_norm":        mixedNorm(2, 3),
	"mm":                func(ctx *Context, a Args) { multiplies(ctx, a[0], a[1]) },
	"linalg_eigh":       func(ctx *Context, a Args) { checkSquare(ctx, "linalg.eigh", a[0]) },
	"linalg_eigvalsh":   func(ctx *Context, a Args) { checkSquare(ctx, "linalg.eigh", a[0]) },
	"logdet":            func(ctx *Context, a Args) { checkSquare(ctx, "logdet", a[0]) },
	"linalg_lu":         func(ctx *Context, a Args) { anyMatrix("linalg.lu", a[0]) },
	"linalg_lu_factor": func(ctx *Context, a Args) {
		anyMatrix("torch.lu_factor", a[0])
	},
	"multi_margin_loss":               func(_ *Context, a Args) { anyScores(a[0]) },
	"nn.functional.multi_margin_loss": func(_ *Context, a Args) { anyScores(a[0]) },
	"smooth_l1_loss": func(ctx *Context, a Args) {
		check(a.float(3) >= 0, "smooth_l1_loss does not support negative values for beta.")
	},
	"huber_loss": func(ctx *Context, a Args) { ctx.fitsFirst(a[0], a[1]) },
	"binary_cross_entropy": func(ctx *Context, a Args) {
		bceSizes(ctx, sizesOf(a[0]), sizesOf(a[1]))
		checkFound(dtypeOf(a[0]), dtypeOf(a[1]))
	},
	"prelu": func(_ *Context, a Args) { preluWeight(a) },
	"vdot":  vectorsOfOneType,
	"dot":   vectorsOfOneType,
	"bmm": func(_ *Context, a Args) {
		check(dimOf(a[0]) == 3, "batch1 must be a 3D tensor")
		check(dimOf(a[1]) == 3, "batch2 must be a 3D tensor")
	},
	"lerp": func(_ *Context, a Args) {
		check(dtypeOf(a[0]) == dtypeOf(a[1]), "expected dtype %s for `end` but got dtype %s", dtypeOf(a[0]).CName(), dtypeOf(a[1]).CName())
	},
	"median":    laneOf,
	"nanmedian": laneOf,
	"amax":      func(ctx *Context, a Args) { amaxMeta("amax")(ctx, Args{metaOf(a[0]), a[1], a[2]}) },
	"amin":      func(ctx *Context, a Args) { amaxMeta("amin")(ctx, Args{metaOf(a[0]), a[1], a[2]}) },
	"max":       func(_ *Context, a Args) { someElements("max", a) },
	"min":       func(_ *Context, a Args) { someElements("min", a) },
	"nn.functional.instance_norm": func(ctx *Context, a Args) {
		if !a.bool(5) {
			return
		}
		s := sizesOf(a[0])
		if n, ok := symbolic.Product(s[min(2, len(s)):]).Const(); ok && n == 1 {
			throw("ValueError", "Expected more than 1 spatial element when training, got input size torch.Size(%s)", sizesText(s))
		}
	},
}

// mixedNorm refuses a weight and a bias, which are arguments w and b, of other types than the input.
func mixedNorm(w, b int) func(*Context, Args) {
	return func(_ *Context, a Args) { checkMixed(a[0], a[w], a[b]) }
}

// multiplies checks the sizes of two matrices for a product.
func multiplies(ctx *Context, a, b Value) {
	x, y := sizesOf(a), sizesOf(b)
	check(len(x) == 2, "self must be a matrix")
	check(len(y) == 2, "mat2 must be a matrix")
	check(expectSame(ctx, x[1], y[0]), "mat1 and mat2 shapes cannot be multiplied (%sx%s and %sx%s)", x[0], x[1], y[0], y[1])
}

// anyScores checks scores of classes, [classes] or [batch, classes].
func anyScores(v Value) {
	x := sizesOf(v)
	n := len(x)
	check(n <= 2 && (n == 0 || !isConst(x[n-1], 0)), "Expected non-empty vector or matrix with optional 0-dim batch size, but got: %s", sizesText(x))
}

func anyMatrix(name string, v Value) {
	if dimOf(v) < 2 {
		throwRuntime("%s: Expected tensor with 2 or more dimensions. Got size: %s instead", name, sizesText(sizesOf(v)))
	}
}

// laneOf checks the dimension of a reduction that has one.
func laneOf(_ *Context, a Args) {
	if len(a) > 1 && a[1] != nil {
		wrapDim(a.int(1), dimOf(a[0]))
	}
}

// someElements refuses the extremum of no elements, where it is that of all.
func someElements(name string, a Args) {
	if len(a) == 1 && isConst(numelOf(a[0]), 0) {
		throwRuntime("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.", name)
	}
}

func vectorsOfOneType(_ *Context, a Args) {
	m, n := dimOf(a[0]), dimOf(a[1])
	check(m == 1 && n == 1, "1D tensors expected, but got %dD and %dD tensors", m, n)
	if x, y := dtypeOf(a[0]), dtypeOf(a[1]); x != y {
		throwRuntime("dot : expected both vectors to have same dtype, but found %s and %s", x.ScalarName(), y.ScalarName())
	}
}
