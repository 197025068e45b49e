package dynamo

import (
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// Load adds new code that was compiled for a function in another process, or before a reset, with its guards.
func Load(th *object.Thread, code *object.Code, program *guards.Program, compiled *object.Code) {
	if compiled.Extra == nil {
		compiled.Extra = &written{}
	}
	stateOf(th, code).cache.Add(&guards.Entry{ID: "loaded", Program: program, Code: compiled, Loaded: true})
}

// Unload forgets what Load has added for a function.
func Unload(code *object.Code) {
	if s, ok := code.Extra.(*CodeState); ok {
		s.cache.Entries = slices.DeleteFunc(s.cache.Entries, func(e *guards.Entry) bool { return e.Loaded })
	}
}
