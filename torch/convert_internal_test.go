package torch

import (
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// A small tensor lies in one object with its wrapper, and its elements are aligned there.
func TestRoomForWrappers(t *testing.T) {
	th := object.NewThread()
	form := tensor.NewForm(tensor.Float32, []int{2, 3}, []int{3, 1})
	for range 100 {
		x := form.NewIn(newRoomy())
		if address := uintptr(unsafe.Pointer(&x.Storage().Bytes()[0])); address%tensor.Alignment != 0 {
			t.Fatalf("elements at %#x", address)
		}
		if x.Wrapper() != nil {
			t.Fatal("a new tensor has a script object")
		}
		room := x.Room()
		v := Wrap(th, x)
		if n, _ := object.AsNative(v); x.Room() != nil || room != any(n) || x.Wrapper() != any(n) || n.V != any(x) {
			t.Fatal("the script object is not in the room for it")
		}
		if Wrap(th, x) != v {
			t.Fatal("a second script object")
		}
	}
}
