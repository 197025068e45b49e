package ops

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// Convolutions are matrix products with the input's windows laid out as columns (im2col: Chellapilla et al., "High
// performance convolutional neural networks for document processing", 2006): for every image and group
//
//	out[o, positions]       = weight[o, channels·kernel] · columns[channels·kernel, positions]
//	columns of the gradient = weightᵀ · gradient of out
//	gradient of weight      = gradient of out · columnsᵀ
//
// A transposed convolution is the gradient of the input of a plain one. Elements are float32 or float64.

// spans visits the runs of input elements that one weight position meets: count elements from in on, step apart, which go
// with positions from at on.
func (s *convShape) spans(visit func(k, at, in, count int)) {
	k := 0
	for kd := range s.kernel[0] {
		for kh := range s.kernel[1] {
			for kw := range s.kernel[2] {
				first := kw*s.dilation[2] - s.padding[2] // of the input, at position 0
				lo := max(0, ceilDiv(-first, s.stride[2]))
				hi := min(s.out[2], ceilDiv(s.in[2]-first, s.stride[2]))
				for od := range s.out[0] {
					id := od*s.stride[0] - s.padding[0] + kd*s.dilation[0]
					if id < 0 || id >= s.in[0] {
						continue
					}
					for oh := range s.out[1] {
						ih := oh*s.stride[1] - s.padding[1] + kh*s.dilation[1]
						if ih >= 0 && ih < s.in[1] && lo < hi {
							visit(k, (od*s.out[1]+oh)*s.out[2]+lo, (id*s.in[1]+ih)*s.in[2]+first+lo*s.stride[2], hi-lo)
						}
					}
				}
				k++
			}
		}
	}
}

// ceilDiv is a/b rounded up, for b > 0.
func ceilDiv(a, b int) int {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

// isProduct says whether the columns are the input itself.
func (s *convShape) isProduct() bool {
	return s.kernelSize() == 1 && s.stride == [3]int{1, 1, 1} && s.padding == [3]int{}
}

// windowRun is a run that spans visits.
type windowRun struct{ k, at, in, count int }

// allSpans lists them, for who needs them once for each channel.
func (s *convShape) allSpans() []windowRun {
	var list []windowRun
	s.spans(func(k, at, in, count int) { list = append(list, windowRun{k, at, in, count}) })
	return list
}

// unfold lays channels of one image out as [channels*kernel, positions]. Positions in the padding stay as they are: zero.
func unfold[E float32 | float64](s *convShape, spans []windowRun, x, cols []E, channels int) {
	ks, os, is, step := s.kernelSize(), s.outSize(), s.inSize(), s.stride[2]
	for c := range channels {
		image, rows := x[c*is:][:is], cols[c*ks*os:][:ks*os]
		switch step {
		case 1:
			for _, p := range spans {
				copy(rows[p.k*os+p.at:][:p.count], image[p.in:])
			}
		case 2:
			for _, p := range spans {
				everySecond(rows[p.k*os+p.at:][:p.count], image[p.in:])
			}
		default:
			for _, p := range spans {
				row := rows[p.k*os+p.at:][:p.count]
				for i := range row {
					row[i] = image[p.in+i*step]
				}
			}
		}
	}
}

// everySecond copies elements 0, 2, 4, ... of from.
func everySecond[E float32 | float64](to, from []E) {
	for len(to) >= 8 && len(from) >= 16 {
		a, b := to[:8:8], from[:16:16]
		a[0], a[1], a[2], a[3] = b[0], b[2], b[4], b[6]
		a[4], a[5], a[6], a[7] = b[8], b[10], b[12], b[14]
		to, from = to[8:], from[16:]
	}
	for i := range to {
		to[i] = from[2*i]
	}
}

// fold adds columns back into an image.
func fold[E float32 | float64](s *convShape, cols, x []E, channels int) {
	ks, os, is, step := s.kernelSize(), s.outSize(), s.inSize(), s.stride[2]
	for c := range channels {
		image, rows := x[c*is:][:is], cols[c*ks*os:][:ks*os]
		s.spans(func(k, at, in, count int) {
			for i, v := range rows[k*os+at:][:count] {
				image[in+i*step] += v
			}
		})
	}
}

// eachColumns visits the columns of every image and group of x[n, c, in].
func eachColumns[E float32 | float64](s *convShape, x []E, visit func(b, g int, cols []E)) {
	cg, is := s.c/s.groups, s.inSize()
	var cols []E
	var spans []windowRun
	if !s.isProduct() {
		cols, spans = make([]E, cg*s.kernelSize()*s.outSize()), s.allSpans()
	}
	for b := range s.n {
		for g := range s.groups {
			image := x[(b*s.c+g*cg)*is:][:cg*is]
			if s.isProduct() {
				visit(b, g, image)
				continue
			}
			unfold(s, spans, image, cols, cg)
			visit(b, g, cols)
		}
	}
}

// convForward computes out[n, o, positions] from x and w[o, c/groups, kernel].
func convForward[E float32 | float64](ctx *Context, s *convShape, out, x, w []E) {
	og, ks, os := s.o/s.groups, s.c/s.groups*s.kernelSize(), s.outSize()
	eachColumns(s, x, func(b, g int, cols []E) {
		multiplySlices(ctx, og, ks, os, rows(out[(b*s.o+g*og)*os:], os), rows(w[g*og*ks:], ks), rows(cols, os), 0)
	})
}

// convBackInput adds the gradient of the input, given that of the output, to gx.
func convBackInput[E float32 | float64](ctx *Context, s *convShape, gx, gy, w []E) {
	cg, og := s.c/s.groups, s.o/s.groups
	ks, os, is := s.kernelSize(), s.outSize(), s.inSize()
	cols := make([]E, cg*ks*os)
	for b := range s.n {
		for g := range s.groups {
			image := gx[(b*s.c+g*cg)*is:][:cg*is]
			if s.isProduct() {
				cols = image
			}
			multiplySlices(ctx, cg*ks, og, os, rows(cols, os), rows(w[g*og*cg*ks:], cg*ks).transposed(), rows(gy[(b*s.o+g*og)*os:], os), 0)
			if !s.isProduct() {
				fold(s, cols, image, cg)
			}
		}
	}
}

// convBackWeight adds the gradient of the weight to gw.
func convBackWeight[E float32 | float64](ctx *Context, s *convShape, gw, gy, x []E) {
	og, ks, os := s.o/s.groups, s.c/s.groups*s.kernelSize(), s.outSize()
	eachColumns(s, x, func(b, g int, cols []E) {
		multiplySlices(ctx, og, os, ks, rows(gw[g*og*ks:], ks), rows(gy[(b*s.o+g*og)*os:], os), rows(cols, os).transposed(), 1)
	})
}

// convClass is the type that convolutions of type d compute in.
func convClass(d tensor.DType) tensor.DType {
	if d == tensor.Float64 || d.IsIntOrBool() {
		return tensor.Float64
	}
	return tensor.Float32
}

// elements are those of t, contiguous, as E.
func elements[E float32 | float64](t *tensor.Tensor) []E {
	c := t.To(classDType[E]()).Contiguous()
	return tensor.View[E](c.Storage())[c.Offset():][:c.Numel()]
}

// computeInto lets f compute contiguous zeros and stores them in t.
func computeInto[E float32 | float64](t *tensor.Tensor, f func(out []E)) {
	target := t
	if t.DType() != classDType[E]() || !t.IsContiguous() {
		target = tensor.New(classDType[E](), t.Sizes()...)
	}
	out := tensor.View[E](target.Storage())[target.Offset():][:t.Numel()]
	clear(out)
	f(out)
	if target != t {
		tensor.Copy(t, target)
	}
}

func convKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	if out[0].Numel() == 0 {
		return
	}
	if convClass(out[0].DType()) == tensor.Float64 {
		convolveInto[float64](ctx, a, out[0])
	} else {
		convolveInto[float32](ctx, a, out[0])
	}
}

func convolveInto[E float32 | float64](ctx *Context, a Args, out *tensor.Tensor) {
	x, w, isTransposed := a.tensor(0), a.tensor(1), a.bool(6)
	s := convArgs(x, w, a.ints(3), a.ints(4), a.ints(5), isTransposed, out.Sizes(), a.int(8))
	computeInto(out, func(y []E) {
		if isTransposed {
			convBackInput(ctx, s, y, elements[E](x), elements[E](w))
		} else {
			convForward(ctx, s, y, elements[E](x), elements[E](w))
		}
		if a.none(2) {
			return
		}
		bias := elements[E](a.tensor(2))
		inner := len(y) / (out.Size(0) * out.Size(1))
		for i := range out.Size(0) * out.Size(1) {
			v := bias[i%len(bias)]
			for j, row := 0, y[i*inner:][:inner]; j < len(row); j++ {
				row[j] += v
			}
		}
	})
}

// convBackward computes the gradients that the mask asks for.
func convBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	if convClass(dtypeOf(a[0])) == tensor.Float64 {
		convBackwardIn[float64](ctx, a, out)
	} else {
		convBackwardIn[float32](ctx, a, out)
	}
}

func convBackwardIn[E float32 | float64](ctx *Context, a Args, out []*tensor.Tensor) {
	gy, x, w := a.tensor(0), a.tensor(1), a.tensor(2)
	isTransposed, mask := a.bool(7), a.list(10)
	s := convArgs(x, w, a.ints(4), a.ints(5), a.ints(6), isTransposed, slices.Clone(gy.Sizes()), a.int(9))
	g := elements[E](gy)
	if mask[0].(bool) {
		computeInto(out[0], func(y []E) {
			if isTransposed {
				convForward(ctx, s, y, g, elements[E](w))
			} else {
				convBackInput(ctx, s, y, g, elements[E](w))
			}
		})
	}
	if mask[1].(bool) {
		computeInto(out[1], func(y []E) {
			if isTransposed {
				convBackWeight(ctx, s, y, elements[E](x), g)
			} else {
				convBackWeight(ctx, s, y, g, elements[E](x))
			}
		})
	}
	if mask[2].(bool) {
		computeInto(out[2], func(y []E) {
			inner := len(g) / max(gy.Size(0)*gy.Size(1), 1)
			for i := range gy.Size(0) * gy.Size(1) {
				sum := 0.0
				for _, v := range g[i*inner:][:inner] {
					sum += float64(v)
				}
				y[i%len(y)] += E(sum)
			}
		})
	}
}
