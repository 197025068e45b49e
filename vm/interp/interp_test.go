package interp

import (
	"testing"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

func TestEveryOpcodeIsExecuted(t *testing.T) {
	for op := bytecode.Opcode(0); op < bytecode.OpcodeCount; op++ {
		if handlers[op] == nil && steps[op] == nil {
			t.Errorf("%s has neither a step nor a handler", op)
		}
		if handlers[op] != nil && steps[op] != nil {
			t.Errorf("%s has both a step and a handler", op)
		}
	}
}
