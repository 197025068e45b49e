package ops

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// What padding, sliding blocks, attention and bilinear ask of their arguments.

const paddingCombinations = `Padding size %d is not supported for %dD input tensor.
Supported combinations for non-constant padding:
  - 2D or 3D input: padding size = 2 (pads last dimension)
  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)
  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)`

func checkPadding(ctx *Context, a Args) {
	n, pad, mode := dimOf(a[0]), a.syms(1), a.str(2)
	count := len(pad)
	check(count%2 == 0, "Padding length must be divisible by 2")
	check(count <= 2*n, "Padding length should be less than or equal to two times the input dimension but got padding length %d and input of dimension %d", count, n)
	if mode != "reflect" && mode != "replicate" && mode != "circular" {
		return
	}
	check(a.none(3) || toFloat(a[3]) == 0, `Padding mode "%s" doesn't take in value argument`, mode)
	k := count / 2
	if k < 1 || k > 3 || n != k+1 && n != k+2 {
		throw("NotImplementedError", paddingCombinations, count, n)
	}
}

// checkReplicated asks that something of each of the sizes is left, of two dimensions or three, where pad takes away.
func checkReplicated(sizes, pad []symbolic.Int) {
	names := []string{"D", "H", "W"}[3-len(sizes):]
	empty := false
	var outs, ins []string
	for i, s := range sizes {
		out := s.Add(pad[2*(len(sizes)-1-i)]).Add(pad[2*(len(sizes)-1-i)+1])
		n, known := out.Const()
		empty = empty || known && n < 1
		outs, ins = append(outs, names[i]+": "+out.String()), append(ins, names[i]+": "+s.String())
	}
	check(!empty, "Calculated output %s must be >= 1 in every dimension (input %s)", strings.Join(outs, " "), strings.Join(ins, ", "))
}

// checkBlocks checks the sliding blocks of unfold over the last two dimensions of x.
func checkBlocks(x Value, kernel, dilation, padding, stride []int) {
	for _, k := range []struct {
		name    string
		numbers []int
	}{{"kernel_size", kernel}, {"dilation", dilation}, {"padding", padding}, {"stride", stride}} {
		check(len(k.numbers) <= 2, "It is expected %s equals to 2, but got size %d", k.name, len(k.numbers))
	}
	check(at2(kernel, 0) > 0 && at2(kernel, 1) > 0, "kernel size should be greater than zero, but got kernel_height: %d kernel_width: %d", at2(kernel, 0), at2(kernel, 1))
	check(at2(dilation, 0) > 0 && at2(dilation, 1) > 0, "dilation should be greater than zero, but got dilation_height: %d dilation_width: %d", at2(dilation, 0), at2(dilation, 1))
	check(at2(padding, 0) >= 0 && at2(padding, 1) >= 0, "padding should be non-negative, but got pad_height: %d pad_width: %d", at2(padding, 0), at2(padding, 1))
	check(at2(stride, 0) > 0 && at2(stride, 1) > 0, "stride should be greater than zero, but got stride_height: %d stride_width: %d", at2(stride, 0), at2(stride, 1))
	s := sizesOf(x)
	n := len(s)
	if t, data := x.(*tensor.Tensor); n < 3 && (!data || t.IsMeta()) {
		throwRuntime("Expected 3D or 4D (batch mode) tensor for input with possible 0 batch size and non-zero dimensions, but got: %s", tupleText(s))
	}
	if n < 3 && !isConst(numelOf(x), 0) {
		knownDim(max(n, 1), n)
	}
	if n != 3 && n != 4 || isConst(symbolic.Product(s[n-3:]), 0) {
		throwRuntime("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: %s", sizesText(s))
	}
	var size, blocks [2]int64
	for i := range 2 {
		known, ok := s[n-2+i].Const()
		if !ok {
			return
		}
		size[i] = known
		room := int(known) + 2*at2(padding, i) - at2(dilation, i)*(at2(kernel, i)-1) - 1
		blocks[i] = int64(room/at2(stride, i) + 1)
		if room < 0 {
			blocks[i] = int64(-((-room + at2(stride, i) - 1) / at2(stride, i)) + 1)
		}
	}
	check(blocks[0] >= 1 && blocks[1] >= 1, "Given input with spatial size (%d, %d), kernel_size=(%d, %d), dilation=(%d, %d), padding=(%d, %d), calculated shape of the array of sliding blocks as (%d, %d), but its components must be at least one.",
		size[0], size[1], at2(kernel, 0), at2(kernel, 1), at2(dilation, 0), at2(dilation, 1), at2(padding, 0), at2(padding, 1), blocks[0], blocks[1])
}

func checkAttention(a Args) {
	q, k, v := a[0], a[1], a[2]
	if dq, dk, dv := dtypeOf(q), dtypeOf(k), dtypeOf(v); dq != dk || dq != dv {
		throwRuntime("Expected query, key, and value to have the same dtype, but got query.dtype: %s key.dtype: %s and value.dtype: %s instead.", dq.CName(), dk.CName(), dv.CName())
	}
	if dimOf(q) < 2 || dimOf(k) < 2 || dimOf(v) < 2 {
		throwRuntime("Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: %d key.dim: %d and value.dim: %d instead.", dimOf(q), dimOf(k), dimOf(v))
	}
	if !a.none(3) {
		if d := dtypeOf(a[3]); d != tensor.Bool && d != tensor.Float32 && d != dtypeOf(q) {
			throwRuntime("Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: %s and  query.dtype: %s instead.", d.CName(), dtypeOf(q).CName())
		}
	}
}

// bilinearSizes checks the inputs of bilinear [..., in1] and [..., in2], its weight [out, in1, in2] and its bias [out].
func bilinearSizes(ctx *Context, a Args) {
	d, e, f := dtypeOf(a[0]), dtypeOf(a[1]), dtypeOf(a[2])
	same, named := d == e && e == f, fmt.Sprintf("input1: %s, input2: %s, weight: %s", d.CName(), e.CName(), f.CName())
	if !a.none(3) {
		same, named = same && dtypeOf(a[3]) == d, named+", bias: "+dtypeOf(a[3]).CName()
	}
	check(same, "All tensors must have the same dtype, got %s", named)
	x, y, w := sizesOf(a[0]), sizesOf(a[1]), sizesOf(a[2])
	check(len(x) == len(y), "bilinear(): input dimensions do not match: got %d and %d", len(x), len(y))
	for i := range len(x) - 1 {
		check(expectSame(ctx, x[i], y[i]), "bilinear(): input batch dimensions do not match at dim %d: got %s and %s", i, x[i], y[i])
	}
	last, w1 := x[knownDim(-1, len(x))], w[knownDim(1, len(w))]
	check(expectSame(ctx, last, w1), "bilinear(): input1 size does not match weight size: got %s but expected %s", last, w1)
	check(expectSame(ctx, y[len(y)-1], w[knownDim(2, len(w))]), "bilinear(): input2 size does not match weight size: got %s but expected %s", y[len(y)-1], w[2])
	if !a.none(3) {
		check(expectSame(ctx, sizeOf(a[3], 0), w[0]), "bilinear(): bias size does not match weight size: got %s but expected %s", sizeOf(a[3], 0), w[0])
	}
}
