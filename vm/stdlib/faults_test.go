package stdlib

import (
	"strings"
	"testing"

	"github.com/magneto-go/magneto/vm/object"
)

// A fault of ours within a sheltered call is an exception; what the function returns or raises itself passes.
func TestFaultsEndTheCallOnly(t *testing.T) {
	th := object.NewThread()
	call := func(f object.CallFunc) (object.Value, error) {
		return sheltered(th, []object.Value{object.NewFuncValue("f", f)}, nil)
	}
	if v, err := call(func(*object.Thread, []object.Value, []object.Value) (object.Value, error) { return object.Int(3), nil }); err != nil || v != object.Int(3) {
		t.Errorf("%v, %v", v, err)
	}
	_, err := call(func(*object.Thread, []object.Value, []object.Value) (object.Value, error) {
		return object.Null, object.Raisef(object.KeyError, "mine")
	})
	if e, ok := err.(*object.Exception); !ok || !e.Matches(object.KeyError) {
		t.Errorf("%v", err)
	}
	_, err = call(func(*object.Thread, []object.Value, []object.Value) (object.Value, error) { panic("out of order") })
	if e, ok := err.(*object.Exception); !ok || !e.Matches(object.SystemError) || !strings.Contains(e.Error(), "magneto: internal error: out of order") {
		t.Errorf("%v", err)
	}
}
