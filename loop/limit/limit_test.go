package limit

import (
	"testing"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// TestMeasures: limits are positive and stay as they were measured; the interpreter has no peak.
func TestMeasures(t *testing.T) {
	m := New(exec.Best())
	for _, elem := range []ir.Elem{ir.Float32, ir.Float64} {
		rate, err := m.MultiplyAdd(elem)
		if err != nil || exec.Best() != exec.Portable && rate <= 0 {
			t.Errorf("%s: %v operations a nanosecond, %v", elem, rate, err)
		}
		if again, _ := m.MultiplyAdd(elem); again != rate {
			t.Errorf("%s: %v, then %v", elem, rate, again)
		}
	}
	if rate := m.Copy(5000); rate <= 0 || m.Copy(8000) != rate {
		t.Errorf("copy: %v, then %v of the same size class", rate, m.Copy(8000))
	}
	if rate, err := New(exec.Portable).MultiplyAdd(ir.Float32); rate != 0 || err != nil {
		t.Errorf("interpreted: %v, %v", rate, err)
	}
}
