//go:build !vmcheck

package interp

import "github.com/magneto-go/magneto/vm/object"

// checked is what the checking build keeps of the step before.
type checked struct{}

func checkStep(th *object.Thread, _ *instr, _ *Value, _ *Value) {}
