package numpy

import (
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// machineState is what a machine's scripts have set.
type machineState struct {
	errors map[string]string // divide, over, under, invalid: warn, ignore, raise, print or call
	call   Value
}

var states = object.NewState(func(*object.Thread) *machineState {
	return &machineState{errors: map[string]string{"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}, call: object.None}
})

// floatingError does what seterr asks for when a function has raised flags.
func floatingError(th *object.Thread, flags int, name string) error {
	s := states.Of(th)
	for _, f := range []struct {
		flag       int
		kind, text string
	}{{flagDivide, "divide", "divide by zero"}, {flagOver, "over", "overflow"}, {flagUnder, "under", "underflow"}, {flagInvalid, "invalid", "invalid value"}} {
		if flags&f.flag == 0 {
			continue
		}
		text := f.text + " encountered in " + name
		switch s.errors[f.kind] {
		case "warn":
			if err := object.Warn(th, object.RuntimeWarning, "%s", text); err != nil {
				return err
			}
		case "raise":
			return object.Raisef(object.FloatingPointError, "%s", text)
		case "call":
			if object.IsCallable(s.call) {
				if _, err := object.Call(th, s.call, object.NewStr(f.text), object.Int(int64(f.flag))); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

var errorKinds = []string{"divide", "over", "under", "invalid"}

func getErrors(th *object.Thread) Value {
	d := object.NewDict()
	for _, k := range errorKinds {
		d.Put(k, object.NewStr(states.Of(th).errors[k]))
	}
	return d.Ref()
}

// setErrors is seterr: it returns what was set before.
func setErrors(th *object.Thread, args, kw []Value) (Value, error) {
	a, err := object.Args("seterr", args, kw, "|", "all", "divide", "over", "under", "invalid")
	if err != nil {
		return object.Null, err
	}
	old := getErrors(th)
	next := map[string]string{}
	for k, v := range states.Of(th).errors {
		next[k] = v
	}
	for i, v := range a {
		mode, ok := object.Text(v)
		if v.IsNull() || v.IsNone() {
			continue
		}
		if !ok || !strings.Contains(" ignore warn raise call print log ", " "+mode+" ") {
			return object.Null, object.ValueErrorf("invalid error mode %s", mustRepr(th, v))
		}
		if i > 0 {
			next[errorKinds[i-1]] = mode
			continue
		}
		for k := range next {
			next[k] = mode
		}
	}
	states.Of(th).errors = next
	return old, nil
}
