package interp

import "github.com/magneto-go/magneto/vm/object"

// Sheltered calls f; a panic comes back as an *InternalError, with the interpreter as it was before the call, so that the
// program can go on another way.
func Sheltered(th *object.Thread, f func(*object.Thread) error) (err error) {
	before := of(th).state
	defer func() {
		if _, fault := err.(*InternalError); fault {
			of(th).state = before
		}
	}()
	defer Recover(th, &err)
	return f(th)
}
