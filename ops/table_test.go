package ops

import (
	"slices"
	"testing"
)

func TestSchemasParse(t *testing.T) {
	for _, op := range Table() {
		if _, err := ParseSchema(op.e.S); err != nil {
			t.Errorf("%s: %v", op, err)
			continue
		}
		e := op.e
		if device := max(slices.IndexFunc(op.Schema().Params, func(p Param) bool { return p.Type.Base == "Device" }), 0); op.Variant == Plain && e.device != device {
			t.Errorf("%s: parameter %d is the device, not %d", op, device, e.device)
		}
		if e.Kernel == nil && e.Eager == nil && e.Decomp == nil && !op.view {
			t.Errorf("%s has neither kernel nor decomposition", op)
		}
		if e.Kernel != nil && e.Meta == nil {
			t.Errorf("%s has a kernel and no meta", op)
		}
	}
	t.Logf("%d overloads, %d functions, %d methods", len(Table()), len(FunctionNames()), len(MethodNames()))
}
