package dynamo

import (
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// locals() and vars() give a dict of what the names of the innermost frame are bound to.

func init() {
	variables.RegisterFunction("builtins.locals", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		x, ok := t.Inliner.(*translator)
		if !ok || len(args)+len(kwargs) > 0 {
			return nil, object.TypeErrorf("locals() takes no arguments (%d given)", len(args)+len(kwargs))
		}
		return x.current.namespace(), nil
	})
	variables.RegisterFunction("builtins.vars", func(th *object.Thread, t *variables.Trace, args []variables.Tracker, kwargs []variables.KW) (variables.Tracker, error) {
		x, ok := t.Inliner.(*translator)
		if ok && len(args)+len(kwargs) == 0 {
			return x.current.namespace(), nil
		}
		if len(args) != 1 || len(kwargs) > 0 {
			return nil, object.TypeErrorf("vars expected at most 1 argument, got %d", len(args)+len(kwargs))
		}
		v, err := t.GetAttr(th, args[0], "__dict__")
		if err != nil && object.ErrorIs(err, object.AttributeError) {
			err = object.TypeErrorf("vars() argument must have __dict__ attribute")
		}
		return v, err
	})
}

// namespace is a new dict of the bound variables of a frame, cells included.
func (f *frame) namespace() variables.Tracker {
	t := f.trace()
	out := t.NewDict()
	d, _ := object.AsDict(out.V)
	for i, v := range f.locals {
		name := f.code.LocalsPlus[i]
		if cell := f.opened(i); cell != nil {
			v = nil
			if state := t.Cells[cell]; state != nil {
				v = state.Value
			}
		}
		if v != nil && name[0] != '.' {
			d.Put(name, t.ToValue(v))
		}
	}
	return out
}
