package conv

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/pool"
)

func newEngine(isa exec.ISA, workers *pool.Pool) *Engine {
	c := loop.NewCompiler(isa, 100, workers)
	return New(c, gemm.New(c))
}

type index [5]int

// array is float32 memory with the strides of a tensor.
type array struct {
	data []float32
	Tensor
}

// newArray makes one that is contiguous (layout 0), has its channels last (1), or is every second element of a larger one (2).
func newArray(rnd *rand.Rand, layout int, sizes index) *array {
	a := &array{}
	order := index{4, 3, 2, 1, 0}
	next := 1
	switch layout {
	case 1:
		order = index{1, 4, 3, 2, 0}
	case 2:
		next = 2
	}
	for _, d := range order {
		a.Strides[d] = next
		next *= sizes[d]
	}
	a.data = make([]float32, next+1)
	for i := range a.data {
		a.data[i] = float32(rnd.NormFloat64())
	}
	a.Ptr = unsafe.Pointer(&a.data[0])
	return a
}

func (a *array) at(i index) *float32 {
	n := 0
	for d := range i {
		n += i[d] * a.Strides[d]
	}
	return &a.data[n]
}

func (a *array) clone() *array {
	b := *a
	b.data = append([]float32{}, a.data...)
	b.Ptr = unsafe.Pointer(&b.data[0])
	return &b
}

// indices visits all below sizes.
func indices(sizes index, visit func(i index)) {
	var i index
	for i[0] = range sizes[0] {
		for i[1] = range sizes[1] {
			for i[2] = range sizes[2] {
				for i[3] = range sizes[3] {
					for i[4] = range sizes[4] {
						visit(i)
					}
				}
			}
		}
	}
}

func (s *Shape) inputs() index {
	return index{s.Batch, s.In, s.Input[0], s.Input[1], s.Input[2]}
}
func (s *Shape) weights() index {
	return index{s.Out, s.In / s.Groups, s.Kernel[0], s.Kernel[1], s.Kernel[2]}
}
func (s *Shape) outputs() index {
	return index{s.Batch, s.Out, s.Output[0], s.Output[1], s.Output[2]}
}

// each visits the products that a convolution consists of.
func (s *Shape) each(visit func(x, w, y index)) {
	cg, og := s.In/s.Groups, s.Out/s.Groups
	indices(s.outputs(), func(y index) {
		indices(index{1, cg, s.Kernel[0], s.Kernel[1], s.Kernel[2]}, func(k index) {
			x := index{y[0], y[1]/og*cg + k[1]}
			for d := range 3 {
				x[2+d] = y[2+d]*s.Stride[d] - s.Padding[d] + k[2+d]*s.Dilation[d]
				if x[2+d] < 0 || x[2+d] >= s.Input[d] {
					return
				}
			}
			k[0] = y[1]
			visit(x, k, y)
		})
	})
}

// randomShape is a shape of few elements.
func randomShape(rnd *rand.Rand) *Shape {
	s := &Shape{Batch: 1 + rnd.IntN(3), Groups: 1 + rnd.IntN(3), LikeOneDNN: rnd.IntN(2) == 0}
	s.In, s.Out = s.Groups*(1+rnd.IntN(5)), s.Groups*(1+rnd.IntN(5))
	if rnd.IntN(4) == 0 {
		s.Out = s.Groups * (10 + rnd.IntN(30))
	}
	if s.LikeOneDNN && rnd.IntN(2) == 0 { // several of them
		s.In = s.Groups * (16 + rnd.IntN(25))
	}
	dims := 1 + rnd.IntN(3)
	for d := range 3 {
		s.Input[d], s.Kernel[d], s.Stride[d], s.Dilation[d] = 1, 1, 1, 1
		if d < 3-dims {
			s.Output[d] = 1
			continue
		}
		s.Kernel[d], s.Stride[d], s.Dilation[d], s.Padding[d] = 1+rnd.IntN(4), 1+rnd.IntN(3), 1+rnd.IntN(3), rnd.IntN(4)
		span := s.Dilation[d]*(s.Kernel[d]-1) + 1
		s.Input[d] = max(1, span-2*s.Padding[d]) + rnd.IntN([]int{40, 20, 6}[dims-1])
		s.Output[d] = (s.Input[d]+2*s.Padding[d]-span)/s.Stride[d] + 1
	}
	return s
}

// problem is a convolution with its data.
type problem struct {
	*Shape
	x, w, y, bias, biasX *array // biasX belongs to the channels of x
}

func newProblem(rnd *rand.Rand, s *Shape) *problem {
	p := &problem{Shape: s, x: newArray(rnd, rnd.IntN(3), s.inputs()), w: newArray(rnd, rnd.IntN(3), s.weights()), y: newArray(rnd, rnd.IntN(3), s.outputs()), bias: &array{}, biasX: &array{}}
	if rnd.IntN(2) == 0 {
		p.bias, p.biasX = newArray(rnd, rnd.IntN(3), index{s.Out, 1, 1, 1, 1}), newArray(rnd, rnd.IntN(3), index{s.In, 1, 1, 1, 1})
	}
	return p
}

// run gives the output and the gradients of input and weight, taking y for the gradient of the output.
func (p *problem) run(t *testing.T, e *Engine) (list [3]*array) {
	t.Helper()
	y, gx := p.y.clone(), p.x.clone()
	gw := newArray(rand.New(rand.NewPCG(1, 1)), 0, p.weights())
	for i, err := range []error{
		e.Forward(p.Shape, ir.Float32, y.Tensor, p.x.Tensor, p.w.Tensor, p.bias.Tensor),
		e.BackwardInput(p.Shape, ir.Float32, gx.Tensor, p.y.Tensor, p.w.Tensor, p.biasX.Tensor),
		e.BackwardWeight(p.Shape, ir.Float32, gw.Tensor, p.y.Tensor, p.x.Tensor),
	} {
		if err != nil {
			t.Fatalf("%d: %+v: %v", i, *p.Shape, err)
		}
	}
	return [3]*array{y, gx, gw}
}

// want computes the same from the definition, in float64.
func (p *problem) want() (list [3]map[index]float64) {
	for i, sizes := range []index{p.outputs(), p.inputs(), p.weights()} {
		list[i] = map[index]float64{}
		indices(sizes, func(at index) {
			list[i][at] = 0
			if bias := []*array{p.bias, p.biasX, {}}[i]; bias.Ptr != nil {
				list[i][at] = float64(*bias.at(index{at[1]}))
			}
		})
	}
	p.each(func(x, w, y index) {
		a, b, c := float64(*p.x.at(x)), float64(*p.w.at(w)), float64(*p.y.at(y))
		list[0][y] += a * b
		list[1][x] += b * c
		list[2][w] += a * c
	})
	return list
}

var results = []string{"output", "gradient of the input", "gradient of the weight"}

func TestAgainstDefinition(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	e := newEngine(exec.Best(), nil)
	for range 400 {
		p := newProblem(rnd, randomShape(rnd))
		got := p.run(t, e)
		for i, want := range p.want() {
			for at, v := range want {
				if math.Abs(float64(*got[i].at(at))-v) > 2e-5*(10+math.Abs(v)) {
					t.Fatalf("%s%v is %g, not %g: %+v", results[i], at, *got[i].at(at), v, *p.Shape)
				}
			}
		}
	}
}

// TestExecutorsAgree compares instruction sets, and several goroutines with one, bit for bit.
func TestExecutorsAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	workers := pool.New(3)
	defer workers.Close()
	engines := []*Engine{newEngine(exec.Best(), workers)}
	for isa := exec.Portable; isa <= exec.Best(); isa++ {
		engines = append(engines, newEngine(isa, nil))
	}
	shapes := []*Shape{ // of several strips
		{Batch: 2, In: 16, Out: 20, Groups: 1, Input: [3]int{1, 70, 90}, Kernel: [3]int{1, 3, 3}, Output: [3]int{1, 70, 90}, Stride: [3]int{1, 1, 1}, Padding: [3]int{0, 1, 1}, Dilation: [3]int{1, 1, 1}},
		{Batch: 1, In: 64, Out: 4, Groups: 2, Input: [3]int{5, 40, 41}, Kernel: [3]int{3, 3, 3}, Output: [3]int{5, 20, 21}, Stride: [3]int{1, 2, 2}, Padding: [3]int{1, 1, 1}, Dilation: [3]int{1, 1, 1}},
		{Batch: 1, In: 8, Out: 8, Groups: 8, Input: [3]int{1, 1, 70000}, Kernel: [3]int{1, 1, 5}, Output: [3]int{1, 1, 69996}, Stride: [3]int{1, 1, 1}, Dilation: [3]int{1, 1, 1}},
		{Batch: 9, In: 40, Out: 30, Groups: 1, Input: [3]int{1, 4, 4}, Kernel: [3]int{1, 3, 3}, Output: [3]int{1, 4, 4}, Stride: [3]int{1, 1, 1}, Padding: [3]int{0, 1, 1}, Dilation: [3]int{1, 1, 1}},
	}
	for _, s := range shapes {
		blocks := *s
		blocks.LikeOneDNN = true
		shapes = append(shapes, &blocks)
	}
	for range 200 {
		shapes = append(shapes, randomShape(rnd))
	}
	for _, s := range shapes {
		p := newProblem(rnd, s)
		want := p.run(t, engines[0])
		for n, e := range engines[1:] {
			for i, got := range p.run(t, e) {
				for at := range got.data {
					if math.Float32bits(got.data[at]) != math.Float32bits(want[i].data[at]) {
						t.Fatalf("engine %d differs in the %s: %+v", n, results[i], *s)
					}
				}
			}
		}
	}
}

// BenchmarkConvolution gives the multiply-adds a nanosecond, twice, of the best run, of layers of known networks.
func BenchmarkConvolution(b *testing.B) {
	e := newEngine(exec.Best(), nil)
	square := func(batch, in, out, groups, size, kernel, stride int) *Shape {
		s := &Shape{Batch: batch, In: in, Out: out, Groups: groups}
		pad := kernel / 2
		s.Input, s.Kernel, s.Stride, s.Padding, s.Dilation = [3]int{1, size, size}, [3]int{1, kernel, kernel}, [3]int{1, stride, stride}, [3]int{0, pad, pad}, [3]int{1, 1, 1}
		n := (size+2*pad-kernel)/stride + 1
		s.Output = [3]int{1, n, n}
		return s
	}
	for _, c := range []struct {
		name string
		s    *Shape
	}{
		{"3-32,32,k3", square(4, 3, 32, 1, 32, 3, 1)}, {"32-64,32,k3,s2", square(4, 32, 64, 1, 32, 3, 2)}, {"3-64,224,k7,s2", square(1, 3, 64, 1, 224, 7, 2)},
		{"64-64,56,k3", square(1, 64, 64, 1, 56, 3, 1)}, {"64-256,56,k1", square(1, 64, 256, 1, 56, 1, 1)}, {"512-512,7,k3", square(4, 512, 512, 1, 7, 3, 1)}, {"depthwise,32,56,k3", square(1, 32, 32, 32, 56, 3, 1)},
	} {
		p := newProblem(rand.New(rand.NewPCG(1, 1)), c.s)
		p.x, p.w, p.y = newArray(rand.New(rand.NewPCG(1, 1)), 0, p.inputs()), newArray(rand.New(rand.NewPCG(1, 1)), 0, p.weights()), newArray(rand.New(rand.NewPCG(1, 1)), 0, p.outputs())
		y, gx, gw := p.y.clone(), p.x.clone(), p.w.clone()
		flops := 2.0 * float64(p.Batch*p.Out*p.In/p.Groups*p.Output[1]*p.Output[2]*p.Kernel[1]*p.Kernel[2])
		for _, d := range []struct {
			name string
			run  func() error
		}{
			{"forward", func() error {
				return e.Forward(p.Shape, ir.Float32, y.Tensor, p.x.Tensor, p.w.Tensor, Tensor{})
			}},
			{"input", func() error {
				return e.BackwardInput(p.Shape, ir.Float32, gx.Tensor, p.y.Tensor, p.w.Tensor, Tensor{})
			}},
			{"weight", func() error {
				return e.BackwardWeight(p.Shape, ir.Float32, gw.Tensor, p.y.Tensor, p.x.Tensor)
			}},
		} {
			b.Run(c.name+"/"+d.name, func(b *testing.B) {
				best := time.Hour // other work on the machine only adds
				for b.Loop() {
					start := time.Now()
					if err := d.run(); err != nil {
						b.Fatal(err)
					}
					best = min(best, time.Since(start))
				}
				b.ReportMetric(flops/float64(best.Nanoseconds()), "GFLOP/s-at-best")
			})
		}
	}
}
