package dynamo

import (
	"testing"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// outsideFunctions are opcodes that never appear in code that is traced: those
// of modules and class bodies, and rare ones that are graph breaks.
var outsideFunctions = map[bytecode.Opcode]string{
	bytecode.LOAD_NAME: "module and class bodies", bytecode.STORE_NAME: "module and class bodies", bytecode.DELETE_NAME: "module and class bodies",
	bytecode.LOAD_LOCALS: "class bodies", bytecode.SETUP_ANNOTATIONS: "module and class bodies",
	bytecode.LOAD_FROM_DICT_OR_DEREF: "class bodies", bytecode.LOAD_FROM_DICT_OR_GLOBALS: "class bodies",
	bytecode.GET_AWAITABLE: "coroutines", bytecode.GET_AITER: "coroutines", bytecode.GET_ANEXT: "coroutines", bytecode.END_ASYNC_FOR: "coroutines",
	bytecode.DELETE_GLOBAL: "graph break, as in PyTorch", bytecode.CHECK_EG_MATCH: "graph break: except*", bytecode.CALL_INTRINSIC_2: "graph break: except*",
}

func TestEveryOpcodeHasAHandler(t *testing.T) {
	for op := bytecode.Opcode(0); op < bytecode.OpcodeCount; op++ {
		_, exempt := outsideFunctions[op]
		if (handlers[op] == nil) != exempt {
			t.Errorf("%s: handler %v, exempt %v", op, handlers[op] != nil, exempt)
		}
	}
}
