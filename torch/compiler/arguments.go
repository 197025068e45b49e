package compiler

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// checkArguments has the functions of a module refuse calls with fewer arguments than they read: scripts may call these, too.
func checkArguments(th *object.Thread, m *object.Module) {
	_ = object.InstanceDict(m.Ref()).Each(th, func(_ *object.Thread, key, v object.Value) error {
		f, ok := object.AsBuiltin(v)
		if !ok || f.Fn == nil {
			return nil
		}
		name, inner := f.Name, f.Fn
		f.Fn = func(th *object.Thread, args, kwNames []object.Value) (v object.Value, err error) {
			defer func() {
				if fault := recover(); fault != nil {
					if !readsBeyond(fault, len(args)) {
						panic(fault)
					}
					err = object.TypeErrorf("%s() takes more than %d arguments", name, len(args))
				}
			}()
			return inner(th, args, kwNames)
		}
		return nil
	})
}

// readsBeyond tells whether a fault is that of reading behind the end of a list of a length, or, of an empty one, of going on with nothing.
func readsBeyond(fault any, length int) bool {
	e, ok := fault.(runtime.Error)
	text := ""
	if ok {
		text = e.Error()
	}
	if length == 0 && strings.Contains(text, "nil pointer") {
		return true
	}
	return strings.Contains(text, "out of range [") && strings.HasSuffix(text, fmt.Sprintf("with length %d", length)) || strings.Contains(text, "slice bounds out of range")
}
