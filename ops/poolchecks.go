package ops

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// poolChecks are the checks of pooling, an addition to argumentChecks.
var poolChecks = map[string]func(ctx *Context, a Args){
	"max_pool2d":              maxPoolCheck(2),
	"max_pool2d_with_indices": maxPoolCheck(2),
	"max_pool3d":              maxPoolCheck(3),
	"max_pool3d_with_indices": maxPoolCheck(3),
	"avg_pool1d": func(_ *Context, a Args) {
		for i, name := range []string{"kernel_size", "stride", "padding"} {
			n := len(a.list(i + 1))
			check(n == 1 || i == 1 && n == 0, "avg_pool1d() argument '%s' should contain one int (got %d)", name, n)
		}
		pooledLine("avg_pool1d", a[0])
		paddings(a, 3)
	},
	"avg_pool2d": func(_ *Context, a Args) {
		windowLengths(a, "avg_pool2d: %s must either be a single int, or a tuple of two ints", "avg_pool2d: %s must either be omitted, a single int, or a tuple of two ints", "", 2)
		n := dimOf(a[0])
		if n < 3 {
			throw("IndexError", "Dimension out of range (expected to be in range of [%d, %d], but got -3)", -n, n-1)
		}
		windowNumbers(a, 2, false)
		check(n < 5, "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:%s", sizesText(sizesOf(a[0])))
		divisor(a, 6)
		pooledImage(a[0])
	},
	"avg_pool3d": func(_ *Context, a Args) {
		windowLengths(a, "avg_pool3d: %s must be a single int, or a tuple of three ints", "avg_pool3d: %s must be omitted, a single int, or a tuple of three ints", "", 3)
		windowNumbers(a, 3, false)
		divisor(a, 6)
		pooledVolume("avg_pool3d", a[0])
	},
	"max_pool1d":              func(_ *Context, a Args) { linePoolCheck(a) },
	"max_pool1d_with_indices": func(_ *Context, a Args) { linePoolCheck(a) },
	"adaptive_avg_pool1d": func(_ *Context, a Args) {
		pooledLine("adaptive_avg_pool1d", a[0])
		oneOutputSize("adaptive_avg_pool1d", a)
		pooledOntoSome("adaptive_avg_pool2d", a, dimOf(a[0])-1)
	},
	"adaptive_max_pool1d": func(_ *Context, a Args) {
		pooledLine("adaptive_max_pool1d", a[0])
		oneOutputSize("adaptive_max_pool1d", a)
		pooledOnto("adaptive_max_pool1d", a[0], 1)
	},
	"adaptive_avg_pool2d": func(_ *Context, a Args) {
		outputSizes("adaptive_avg_pool2d: output_size must be 2", "adaptive_avg_pool2d", a, 2)
		pooledOntoSome("adaptive_avg_pool2d", a, dimOf(a[0])-2)
	},
	"adaptive_avg_pool3d": func(_ *Context, a Args) {
		outputSizes("adaptive_avg_pool3d: output_size must be 3", "adaptive_avg_pool3d", a, 3)
		pooledOntoSome("adaptive_avg_pool3d", a, 1)
	},
	"adaptive_max_pool2d": func(_ *Context, a Args) {
		pooledOnto("adaptive_max_pool2d", a[0], 1)
		outputSizes("adaptive_max_pool2d(): internal error: output_size.size() must be 2", "", a, 2)
	},
	"adaptive_max_pool3d": func(_ *Context, a Args) {
		pooledOnto("adaptive_max_pool3d", a[0], 1)
		outputSizes("adaptive_max_pool3d(): internal error: output_size.size() must be 3", "", a, 3)
	},
	"nn.functional.adaptive_avg_pool2d": func(_ *Context, a Args) { adaptiveInput("adaptive_avg_pool2d: output_size", a, 2) },
	"nn.functional.adaptive_avg_pool3d": func(_ *Context, a Args) { adaptiveInput("adaptive_avg_pool3d: output_size", a, 3) },
	"nn.functional.adaptive_max_pool2d": func(_ *Context, a Args) {
		adaptiveInput("adaptive_max_pool2d(): internal error: output_size.size()", a, 2)
	},
	"nn.functional.adaptive_max_pool3d": func(_ *Context, a Args) {
		adaptiveInput("adaptive_max_pool3d(): internal error: output_size.size()", a, 3)
	},
	"max_unpool2d": func(ctx *Context, a Args) { unpoolIndices(ctx, a) },
	"max_unpool3d": func(ctx *Context, a Args) { unpoolIndices(ctx, a) },
}

// maxPoolCheck checks the windows of a maximum over k dimensions.
func maxPoolCheck(k int) func(*Context, Args) {
	name, tuple := fmt.Sprintf("max_pool%dd", k), []string{"two", "three"}[k-2]
	return func(_ *Context, a Args) {
		windowLengths(a, name+": %s must either be a single int, or a tuple of "+tuple+" ints", name+": %s must either be omitted, a single int, or a tuple of "+tuple+" ints",
			name+": %s must be either a single int, or a tuple of "+tuple+" ints", k)
		windowNumbers(a, k, true)
		if k == 2 {
			pooledImage(a[0])
		} else {
			pooledVolume("max_pool3d_with_indices_out_cpu_template", a[0])
		}
	}
}

// windowLengths checks how many numbers the sizes of windows, their steps, their margins and, where text says what for, their spread have.
func windowLengths(a Args, text, optional, spread string, k int) {
	for i, name := range []string{"kernel_size", "stride", "padding", "dilation"} {
		format := text
		switch {
		case i == 1:
			format = optional
		case i == 3 && spread == "":
			return
		case i == 3:
			format = spread
		}
		n := len(a.list(i + 1))
		check(n == 1 || n == k || i == 1 && n == 0, format, name)
	}
}

// windowNumbers checks the numbers of windows over k dimensions, as many as PyTorch has for each.
func windowNumbers(a Args, k int, spread bool) {
	numbers := func(i, otherwise int) []int {
		v := a.ints(i)
		if len(v) == 0 {
			v = []int{otherwise}
		}
		for len(v) < k {
			v = append(v, v[0])
		}
		return v
	}
	kernel, padding, dilation := numbers(1, 1), numbers(3, 0), make([]int, k)
	if spread {
		dilation = numbers(4, 1)
	} else {
		for i := range dilation {
			dilation[i] = 1
		}
	}
	stride := kernel
	if len(a.list(2)) > 0 {
		stride = numbers(2, 1)
	}
	for d := range k {
		check(stride[d] != 0, "stride should not be zero")
		check(padding[d] >= 0, "pad must be non-negative, but got pad: %d", padding[d])
		check(padding[d] <= ((kernel[d]-1)*dilation[d]+1)/2, "pad should be at most half of effective kernel size, but got pad=%d, kernel_size=%d and dilation=%d", padding[d], kernel[d], dilation[d])
	}
	positive("kernel size should be greater than zero, but got %s", "k", "", kernel)
	positive("dilation should be greater than zero, but got %s", "dilation", "", dilation)
}

// positive refuses numbers of dimensions of which one is not positive; the text names each.
func positive(text, before, after string, numbers []int) {
	names := []string{"T", "H", "W"}[3-len(numbers):]
	good := true
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		good = good && n > 0
		parts[i] = fmt.Sprintf("%s%s%s: %d", before, names[i], after, n)
	}
	check(good, text, strings.Join(parts, " "))
}

// pooledVolume refuses volumes without channels or elements; a batch may be empty.
func pooledVolume(name string, v Value) {
	s := sizesOf(v)
	check(len(s) == 4 || len(s) == 5, "non-empty 4D or 5D (batch mode) tensor expected for input")
	for _, n := range s[len(s)-4:] {
		check(!isConst(n, 0), "%s(): Expected input's non-batch dimensions to have positive length, but input has a shape of %s and non-batch dimension 0 has length zero!", name, sizesText(s))
	}
}

func pooledLine(name string, v Value) {
	check(dimOf(v) == 2 || dimOf(v) == 3, "Expected 2 to 3 dimensions, but got %d-dimensional tensor for argument #1 'self' (while checking arguments for %s)", dimOf(v), name)
}

// pooledOnto refuses inputs that have nothing in a dimension from the given one on, where windows follow from the sizes of the result.
func pooledOnto(name string, v Value, from int) {
	s := sizesOf(v)
	if strings.HasPrefix(name, "adaptive_max") && !strings.HasSuffix(name, "1d") {
		k := 3
		if strings.HasSuffix(name, "3d") {
			k = 4
		}
		check(len(s) == k || len(s) == k+1, "%s(): Expected %dD or %dD tensor, but got: %s", name, k, k+1, sizesText(s))
	}
	if name == "adaptive_avg_pool2d" && from == len(s)-1 { // a line is an image of one row
		s = append(append(append([]symbolic.Int(nil), s[:from]...), one), s[from])
		from++
	}
	for d := max(from, 0); d < len(s); d++ {
		check(!isConst(s[d], 0), "%s(): Expected input to have non-zero size for non-batch dimensions, but input has sizes %s with dimension %d being empty", name, sizesText(s), d)
	}
}

// linePoolCheck checks the windows of a maximum along lines.
func linePoolCheck(a Args) {
	s := sizesOf(a[0])
	ok := (len(s) == 2 || len(s) == 3)
	for i, n := range s {
		ok = ok && (!isConst(n, 0) || i == 0 && len(s) == 3)
	}
	check(ok, "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:%s", sizesText(s))
	first := func(i int, name, text string, otherwise int) int {
		v := a.ints(i)
		if len(v) == 0 && i == 2 {
			return otherwise
		}
		check(len(v) == 1, "max_pool1d() %s must be %s of size 1 but got size %d", name, text, len(v))
		return v[0]
	}
	kernel := first(1, "kernel_size", "an int, list of ints or tuple of ints", 1)
	stride := first(2, "stride", "None, an int, list of ints, or tuple of ints", kernel)
	padding := first(3, "padding", "an int, list of ints, or tuple of ints", 0)
	dilation := first(4, "dilation", "an int, list of ints or tuple of ints", 1)
	check(kernel > 0, "max_pool1d() kernel_size must be greater than zero, but got %d", kernel)
	check(stride > 0, "max_pool1d() stride must be greater than zero, but got %d", stride)
	check(padding >= 0, "max_pool1d() padding must be non-negative, but got %d", padding)
	check(padding <= kernel/2, "max_pool1d() padding should be at most half of kernel size, but got padding=%d and kernel_size=%d", padding, kernel)
	check(dilation > 0, "max_pool1d() dilation must be greater than zero, but got %d", dilation)
	if n, known := s[len(s)-1].Const(); known && !a.bool(5) {
		out := (int(n)+2*padding-dilation*(kernel-1)-1)/stride + 1
		if int(n)+2*padding-dilation*(kernel-1)-1 < 0 {
			out = -((-(int(n) + 2*padding - dilation*(kernel-1) - 1) + stride - 1) / stride) + 1
		}
		check(out > 0, "max_pool1d() Invalid computed output size: %d", out)
	}
}

// pooledImage refuses inputs of pooling without channels or pixels; a batch may be empty.
func pooledImage(v Value) {
	sizes := sizesOf(v)
	n := len(sizes)
	if n != 3 && n != 4 {
		return
	}
	for i := n - 3; i < n; i++ {
		if isConst(sizes[i], 0) {
			throwRuntime("Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:%s", sizesText(sizes))
		}
	}
}

func unpoolIndices(ctx *Context, a Args) {
	x, ix := sizesOf(a[0]), sizesOf(a[1])
	planesOf := len(a.list(2))
	check(len(x) == planesOf+1 || len(x) == planesOf+2, "Input to max_unpooling%dd should be a %dd or %dd Tensor, but got a tensor with %d dimensions.", planesOf, planesOf+1, planesOf+2, len(x))
	check(dtypeOf(a[1]) == tensor.Int64, "elements in indices should be type int64 but got: %s", dtypeOf(a[1]).ScalarName())
	if !expectSameSizes(ctx, x, ix) {
		throwRuntime("Expected shape of indices to be same as that of the input tensor (%s) but got indices tensor with shape: %s", sizesText(x), sizesText(ix))
	}
	planes, room := a.syms(2), int64(1)
	texts := make([]string, len(planes))
	for i, n := range planes {
		size, known := n.Const()
		if !known {
			return
		}
		room *= size
		texts[i] = n.String()
	}
	if t, ok := readable(a[1]); ok {
		for _, i := range t.Ints() {
			check(i >= 0 && i < room, "Found an invalid max index: %d (output volumes are of size %s)", i, strings.Join(texts, "x"))
		}
	}
}

// outputSizes checks the number of output sizes and, under the name, that none is negative.
func outputSizes(wrong, name string, a Args, k int) {
	check(len(a.list(1)) == k, "%s", wrong)
	sizes := a.syms(1)
	for _, n := range sizes {
		if v, known := n.Const(); !known || v >= 0 || name == "" {
			continue
		}
		text := fmt.Sprintf("{%s, %s}", sizes[0], sizes[1])
		if k == 3 {
			text = fmt.Sprintf("{%s, %s,%s}", sizes[0], sizes[1], sizes[2])
		}
		throwRuntime("%s: elements of output_size must be greater than or equal to 0 but received %s", name, text)
	}
}

func oneOutputSize(name string, a Args) {
	check(len(a.list(1)) == 1, "%s() argument 'output_size' should contain one int (got %d)", name, len(a.list(1)))
	if n, known := a.syms(1)[0].Const(); known {
		check(n >= 0 || name != "adaptive_avg_pool1d", "adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {1, %d}", n)
	}
}

func adaptiveInput(wrong string, a Args, k int) {
	if list, ok := a[1].([]Value); ok && len(list) != k && len(list) != 1 && dimOf(a[0]) > len(list) {
		throwRuntime("%s must be %d", wrong, k)
	}
	if dimOf(a[0]) < k+1 && !isNumber(a[1]) {
		if list, ok := a[1].([]Value); ok && len(list) == k && hasNone(list) {
			throw("ValueError", "Input dimension should be at least %d", k+1)
		}
	}
}

func paddings(a Args, at int) {
	for _, p := range a.ints(at) {
		check(p >= 0, "pad must be non-negative, but got pad: %d", p)
	}
}

func divisor(a Args, at int) {
	check(a.none(at) || a.int(at) != 0, "divisor must be not zero")
}

// unpooledSize is the size of an image that a maximum was taken of: the one that is asked for, if it is near the one that the windows make.
func unpooledSize(a Args) []symbolic.Int {
	s, kernel, stride, padding, size := sizesOf(a[0]), a.ints(2), a.ints(3), a.ints(4), a.syms(5)
	if len(stride) == 0 {
		stride = kernel
	}
	made := make([]symbolic.Int, 2)
	for i := range made {
		n := s[len(s)-2+i]
		made[i] = n.Sub(one).Mul(sym(at2(stride, i))).Sub(sym(2 * at2(padding, i))).Add(sym(at2(kernel, i)))
	}
	switch len(size) {
	case 0:
		return made
	case 2:
	case 4:
		size = size[2:]
	default:
		throw("ValueError", "output_size should be a sequence containing 2 or 4 elements, but it has a length of '%d'", len(size))
	}
	for i, n := range size {
		want, known := n.Const()
		have, plain := made[i].Const()
		step := int64(at2(stride, i))
		if known && plain && (want <= have-step || want >= have+step) {
			throw("ValueError", "invalid output_size \"(%s, %s)\" (dim %d must be between %d and %d)", size[0], size[1], i, have-step, have+step)
		}
	}
	return size
}

// pooledOntoSome checks what is averaged, but where that is onto a single point, which is the plain mean.
func pooledOntoSome(name string, a Args, from int) {
	for _, v := range a.list(1) {
		if !isConst(toSym(v), 1) {
			pooledOnto(name, a[0], from)
			return
		}
	}
}
