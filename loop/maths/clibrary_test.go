package maths

import (
	"math"
	"testing"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// TestCLibrary compares with what glibc 2.43 gives, as bits, most of it where the nearest float is another.
func TestCLibrary(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(k *ir.Kernel, x ir.ID) ir.ID
		of   [][2]uint32
	}{
		{"exp", Exp, [][2]uint32{{0x418392c2, 0x4b53f0b2}, {0x413cf149, 0x48034b27}, {0x42434000, 0x62ab7063}, {0x418d590c, 0x4c33cc23}, {0x42ab60a1, 0x7d4516c9}, {0xc244fdf9, 0x1bf74d1d},
			{0x41d50445, 0x52aaa25c}, {0xc20c1f61, 0x26303f88}, {0x42804bcf, 0x6dbae56c}, {0xc29b8946, 0x75f87e7}, {0x42aa2958, 0x7cd69c3c}, {0x425b2706, 0x6703d46f}, {0xc2293db0, 0x20f8dda4}, {0xc2bbbd7b, 0x2fa4},
			{0, 0x3f800000}, {0xff800000, 0}, {0x7f800000, 0x7f800000}, {0x42b20000, 0x7f800000}}},
		{"exp2", Exp2, [][2]uint32{{0xc23d8f07, 0x27c367b9}, {0xc2eef42c, 0x3b7f0fb}, {0xc07f9787, 0x3d809127}, {0x423d838c, 0x572664fd}, {0x4138252c, 0x45362960}, {0xc1401cd4, 0x397ec111},
			{0x414a15eb, 0x45c622f4}, {0x41be117f, 0x4b588c4a}, {0xc282d6ea, 0x1ebf5f93}, {0x4196a637, 0x48e3ba09}, {0x42ba5cf0, 0x6e11296f}, {0x4131033a, 0x4505bd74}, {0xc2fb55a8, 0xa1330c}, {0x40400000, 0x41000000}}},
		{"log", Log, [][2]uint32{{0x498cac48, 0x415f514f}, {0x31a21e63, 0xc1995fe4}, {0x3f82fb60, 0x3cbca79b}, {0x319b2be1, 0xc199b998}, {0x3ee3e54d, 0xbf4f373c}, {0x3fab8128, 0x3e95ccf5}, {0x3f83b08d, 0x3ce8cc5f},
			{0x3f52f9aa, 0xbe46143f}, {0x3f8ac85b, 0x3da5a3ba}, {0x34019212, 0xc17ee20e}, {0x1489d3e0, 0xc26e2590}, {0x3fe9f963, 0x3f1a6a09}, {0x4a0c563d, 0x416a5ea5}, {0x3f800000, 0}, {0, 0xff800000}, {0x7f800000, 0x7f800000}}},
	} {
		x := make([]float32, len(c.of))
		for i, p := range c.of {
			x[i] = math.Float32frombits(p[0])
		}
		for isa := exec.Portable; isa <= exec.Best(); isa++ {
			y := apply(t, loop.NewCompiler(isa, 1, nil), func(k *ir.Kernel, x ir.ID) ir.ID {
				k.CLibrary = true
				return c.f(k, x)
			}, x)
			for i, p := range c.of {
				if got := math.Float32bits(y[i]); got != p[1] {
					t.Errorf("%s(%g) is %#x by %s, not %#x", c.name, x[i], got, isa, p[1])
				}
			}
		}
	}
}
