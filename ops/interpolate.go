package ops

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Resizing of images and signals: nearest, linear, cubic and area interpolation.

// interpolateDecomp checks what F.interpolate is asked for, and calls the operator of the mode.
func interpolateDecomp(ctx *Context, a Args) []Value {
	x := a[0]
	k := dimOf(x) - 2
	mode := a.str(3)
	interpolationAsked(a, k, mode)
	modeFits(k, mode)
	if ctx.onlyDescribes(x) {
		return result(interpolatedShape(ctx, x, a, k))
	}
	size, factors := interpolatedSize(ctx, a, k)
	aligned := !a.none(4)
	smooth := a.bool(6)
	switch mode {
	case "nearest", "nearest-exact":
		return ctx.call(resizeOperator(mode, k, false)+".vec", x, size, factors)
	case "lanczos":
		if aligned && a.bool(4) {
			throw("ValueError", "Lanczos mode does not support align_corners=True")
		}
		if !smooth {
			throw("ValueError", "Lanczos mode requires antialias=True")
		}
		return ctx.call(resizeOperator(mode, k, true)+".vec", x, size, false, factors)
	case "linear", "bilinear", "trilinear", "bicubic":
		return ctx.call(resizeOperator(mode, k, smooth)+".vec", x, size, aligned && a.bool(4), factors)
	case "area":
		out := resizedTo(x, size, factors)
		positiveSizes(x, sizesOf(x)[2:], out)
		refuseInterpolated(mode, k, dtypeOf(x))
		return ctx.call(fmt.Sprintf("adaptive_avg_pool%dd", k), x, sizeList(out))
	}
	unknownMode(k, mode)
	return nil
}

// interpolatedSize gives the sizes that F.interpolate is asked for, one a dimension, or the factors.
func interpolatedSize(ctx *Context, a Args, k int) (size, factors Value) {
	if !a.none(1) {
		given := a.syms(1)
		out := make([]symbolic.Int, k)
		for i := range out {
			out[i] = listAt(given, i)
		}
		return sizeList(out), nil
	}
	list := make([]Value, k)
	for i := range list {
		if l := a.list(2); l != nil {
			list[i] = toFloat(l[min(i, len(l)-1)])
		} else {
			list[i] = a.float(2)
		}
	}
	if !a.none(5) && a.bool(5) {
		return sizeList(resizedTo(a[0], nil, list)), nil
	}
	return nil, list
}

// interpolatedShape has the description of what interpolateDecomp gives where sizes are not known; what it computes is nothing that anybody sees.
func interpolatedShape(ctx *Context, x Value, a Args, k int) Value {
	sizes := slices.Clone(sizesOf(x))
	spatial := dimsFrom(2, 2+k)
	for i, d := range spatial {
		switch list := a.list(2); {
		case !a.none(1):
			given := a.syms(1)
			sizes[d] = given[min(i, len(given)-1)]
		case list != nil:
			sizes[d] = scaledSize(sizes[d], toFloat(list[min(i, len(list)-1)]))
		default:
			sizes[d] = scaledSize(sizes[d], a.float(2))
		}
	}
	out := x
	for _, d := range spatial {
		out = ctx.call1("index_select", out, int64(d), ctx.call1("zeros", []Value{intValue(sizes[d])}, tensor.Int64))
	}
	return inFormatOf(ctx, out, x)
}

// scaledSize is the whole part of a size times a factor.
func scaledSize(n symbolic.Int, factor float64) symbolic.Int {
	if c, known := n.Const(); known {
		return sym(int(float64(c) * factor))
	}
	if whole := math.Trunc(factor); whole == factor {
		return n.Mul(sym(int(whole)))
	}
	scaled := symbolic.NewRealOp(symbolic.RealMul, symbolic.NewToReal(n.Expr()), symbolic.NewReal(factor))
	return symbolic.FromExpr(symbolic.NewToInt(symbolic.Trunc, scaled))
}

func unknownMode(k int, mode string) {
	throw("NotImplementedError", "Input Error: Only 3D, 4D and 5D input Tensors supported (got %dD) for the modes: nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got %s)", k+2, mode)
}

// interpolationAsked checks the options of F.interpolate, before the mode is looked at.
func interpolationAsked(a Args, k int, mode string) {
	if !a.none(4) && (mode == "nearest" || mode == "nearest-exact" || mode == "area") {
		throw("ValueError", "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
	}
	if a.none(1) == a.none(2) {
		throw("ValueError", "%s", pick(a.none(1), "either size or scale_factor should be defined", "only one of size or scale_factor should be defined"))
	}
	spatial := sizesText(sizesOf(a[0])[min(2, k+2):])
	if list, sizes := a[1].([]Value); sizes && len(list) != k && len(list) != 1 {
		throw("ValueError", "Input and output must have the same number of spatial dimensions, but got input with spatial dimensions of %s and output size of %s. Please provide input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) format.", spatial, numbersText(list))
	}
	if list, factors := a[2].([]Value); factors && len(list) != k && len(list) != 1 {
		throw("ValueError", "Input and scale_factor must have the same number of spatial dimensions, but got input with spatial dimensions of %s and scale_factor of shape %s. Please provide input tensor in (N, C, d1, d2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format.", spatial, numbersText(list))
	}
	if !a.none(1) && !a.none(5) && a.bool(5) {
		throw("ValueError", "recompute_scale_factor is not meaningful with an explicit size.")
	}
	if a.bool(6) && (k != 2 || mode != "bilinear" && mode != "bicubic" && mode != "lanczos") {
		throw("ValueError", "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input")
	}
}

// modeFits checks that a mode is for k spatial dimensions.
func modeFits(k int, mode string) {
	wants := map[string]int{"linear": 1, "bilinear": 2, "trilinear": 3, "bicubic": 2, "lanczos": 2}[mode]
	if k < 1 || k > 3 || wants != 0 && wants != k && (mode == "bicubic" || mode == "lanczos") {
		unknownMode(k, mode)
	}
	if wants != 0 && wants != k {
		throw("NotImplementedError", "Got %dD input, but %s mode needs %dD input", k+2, mode, wants+2)
	}
}

func numbersText(list []Value) string {
	text := make([]string, len(list))
	for i, v := range list {
		if f, ok := v.(float64); ok {
			text[i] = pyFloat(f)
		} else {
			text[i] = fmt.Sprint(v)
		}
	}
	return "(" + strings.Join(text, ", ") + ")"
}

// positiveSizes checks the spatial sizes of what is resized and of the result.
func positiveSizes(x Value, in, out []symbolic.Int) {
	k := len(in)
	wrong := false
	sides := []string{"", ""}
	for i := range in {
		for side, n := range []symbolic.Int{in[i], out[i]} {
			c, known := n.Const()
			wrong = wrong || known && c <= 0
			if i > 0 {
				sides[side] += ", "
			}
			sides[side] += fmt.Sprintf("%s: %s", []string{"D", "H", "W"}[3-k+i], n)
		}
	}
	if wrong {
		throwRuntime("Input and output sizes should be greater than 0, but got input (%s)%s output (%s)", sides[0], pick(k == 1, " and", ""), sides[1])
	}
	if s := sizesOf(x); !isConst(s[0], 0) && isConst(symbolic.Product(s[1:]), 0) {
		throwRuntime("Non-empty %dD data tensor expected but got a tensor with sizes %s", k+2, sizesText(s))
	}
}

// refuseInterpolated names the kernel of a mode for k spatial dimensions that does not take the type.
func refuseInterpolated(mode string, k int, d tensor.DType) {
	kernel, bytes := "", true // bytes: the kernel takes uint8
	switch mode {
	case "nearest", "nearest-exact":
		kernel = "compute_indices_weights_nearest"
	case "linear", "trilinear":
		kernel, bytes = "compute_indices_weights_linear", false
	case "bilinear":
		kernel = "upsample_bilinear2d_channels_last"
	case "bicubic":
		kernel = "compute_indices_weights_cubic"
	case "lanczos":
		kernel = "compute_index_ranges_weights"
	case "area":
		kernel, bytes = pick(k == 3, "adaptive_avg_pool3d_cpu", "adaptive_avg_pool2d"), false
	}
	if kernel != "" && !d.IsFloat() && !(bytes && d == tensor.Uint8) {
		notImplemented(kernel, d)
	}
}

// smoothAlong resamples one dimension with a filter that is as wide as the step between results, so that nothing between them
// is skipped: each result is a weighted mean of what lies within support steps of its centre, as Pillow resizes images.
func smoothAlong(ctx *Context, x Value, d, in, out int, scale float64, align bool, support float64, filter func(float64) float64) Value {
	if align {
		scale = 0
		if out > 1 {
			scale = float64(in-1) / float64(out-1)
		}
	}
	width := max(scale, 1)
	weights := make([]float64, out*in)
	for o := range out {
		centre := scale * (float64(o) + 0.5)
		lo, hi := max(int(centre-support*width+0.5), 0), min(int(centre+support*width+0.5), in)
		row, total := weights[o*in:(o+1)*in], 0.0
		for i := lo; i < hi; i++ {
			row[i] = filter((float64(i) - centre + 0.5) / width)
			total += row[i]
		}
		for i := lo; i < hi && total != 0; i++ {
			row[i] /= total
		}
	}
	w := tensor.New(dtypeOf(x), in, out)
	byInput := make([]float64, in*out)
	for o := range out {
		for i := range in {
			byInput[i*out+o] = weights[o*in+i]
		}
	}
	tensor.StoreFloats(w, byInput)
	last := ctx.transpose(x, d, -1)
	return ctx.transpose(ctx.matmul(last, ctx.lifted(w)), d, -1)
}
