package tensor

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// BenchmarkNew makes tensors and writes their elements once, as kernels do.
func BenchmarkNew(b *testing.B) {
	for _, n := range []int{4, 256, 16 << 10, 256 << 10, 4 << 20} {
		for name, alloc := range map[string]func(DType, ...int) *Tensor{"zeroed": New, "uninit": NewUninit} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					write(alloc(Float32, n))
				}
				reportPeak(b)
			})
		}
	}
}

// BenchmarkTrainingLoop has the allocations of a training step of a perceptron with batches of 256: activations and their
// gradients, gradients of the parameters, and the small tensors around a loss. Nothing outlives its step.
func BenchmarkTrainingLoop(b *testing.B) {
	layers := []int{784, 1024, 1024, 512, 10}
	b.ReportAllocs()
	for range b.N {
		for i := 1; i < len(layers); i++ {
			for range 3 { // linear, activation, their gradient
				write(NewUninit(Float32, 256, layers[i]))
			}
			write(NewUninit(Float32, layers[i], layers[i-1]))
			write(NewUninit(Float32, layers[i]))
		}
		for range 30 {
			write(NewUninit(Float32))
		}
	}
	reportPeak(b)
}

// BenchmarkTrainingLoopReleased is the same with storages that are released when they are known to be dead.
func BenchmarkTrainingLoopReleased(b *testing.B) {
	layers := []int{784, 1024, 1024, 512, 10}
	b.ReportAllocs()
	var step []*Tensor
	for range b.N {
		for i := 1; i < len(layers); i++ {
			for range 3 {
				step = append(step, write(NewUninit(Float32, 256, layers[i])))
			}
			step = append(step, write(NewUninit(Float32, layers[i], layers[i-1])), write(NewUninit(Float32, layers[i])))
		}
		for range 30 {
			write(NewUninit(Float32))
		}
		for _, t := range step {
			t.Storage().Release()
		}
		clear(step)
		step = step[:0]
	}
	reportPeak(b)
}

func write(t *Tensor) *Tensor {
	s := View[float32](t.Storage())
	for i := range s {
		s[i] = 1
	}
	return t
}

// reportPeak reports the most memory that the process has had, the benchmarks before included: run one at a time.
func reportPeak(b *testing.B) {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f", &kib); n == 1 {
			b.ReportMetric(kib/1024, "peak-MiB")
		}
	}
}

// BenchmarkNormal is torch.randn of 100,000 floats.
func BenchmarkNormal(b *testing.B) {
	g := NewGenerator()
	t := New(Float32, 100000)
	for b.Loop() {
		g.NormalFill(t, 0, 1, nil)
	}
}
