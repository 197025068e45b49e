//go:build vmcheck

package object

import (
	"strings"
	"testing"
)

// What a native function must not do with its arguments shows in a checking build.
func TestArgumentsAreSpoiltBehindTheCall(t *testing.T) {
	th := NewThread()
	var kept []Value
	keep := NewFuncValue("keep", func(th *Thread, args, kw []Value) (Value, error) { kept = args; return None, nil })
	given := []Value{Int(1), Int(2)}
	if _, err := CallArgs(th, keep, given, nil); err != nil {
		t.Fatal(err)
	}
	if given[0] != Int(1) || given[1] != Int(2) {
		t.Errorf("the caller's list was changed: %v", given)
	}
	wantPanic(t, "Repr of an argument that was kept behind its call", func() { _, _ = Repr(th, kept[0]) })
	wantPanic(t, "Binary of an argument that was kept behind its call", func() { _, _ = BinaryOp(th, OpAdd, kept[1], Int(1)) })
	if _, ok := AsStr(kept[0]); ok || !kept[0].Type().final {
		t.Error("what is kept still has a value")
	}

	copied := NewFuncValue("copied", func(th *Thread, args, kw []Value) (Value, error) { kept = Keep(args); return None, nil })
	if _, err := CallArgs(th, copied, given, nil); err != nil || kept[1] != Int(2) {
		t.Errorf("Keep gives %v, %v", kept, err)
	}
	write := NewFuncValue("write", func(th *Thread, args, kw []Value) (Value, error) { args[1] = None; return None, nil })
	wantPanic(t, "a native function wrote into its argument 1", func() { _, _ = CallArgs(th, write, given, nil) })
}

func wantPanic(t *testing.T, text string, f func()) {
	t.Helper()
	defer func() {
		if s, _ := recover().(string); !strings.HasPrefix(s, text) {
			t.Errorf("panic %q, want %q", s, text)
		}
	}()
	f()
}
