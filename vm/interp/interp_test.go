package interp

import (
	"testing"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

func TestEveryOpcodeIsExecuted(t *testing.T) {
	here := map[bytecode.Opcode]bool{}
	for _, op := range inLoop {
		here[op] = true
	}
	for op := bytecode.Opcode(0); op < bytecode.OpcodeCount; op++ {
		if handlers[op] == nil && !here[op] {
			t.Errorf("%s has no handler", op)
		}
		if handlers[op] != nil && here[op] {
			t.Errorf("%s has a handler and is executed in the loop", op)
		}
	}
}
