package interp

import "github.com/magneto-go/magneto/vm/object"

// Sheltered calls f; a panic comes back as an *InternalError, with the interpreter as it was before the call, so that the
// program can go on another way.
func Sheltered(th *object.Thread, f func(*object.Thread) error) (err error) {
	before := state{current: of(th).current, vstack: of(th).vstack, depth: of(th).depth, nested: of(th).nested, recovering: of(th).recovering, handled: of(th).handled, held: of(th).held}
	defer func() {
		if _, fault := err.(*InternalError); fault {
			of(th).current, of(th).vstack, of(th).depth, of(th).nested = before.current, before.vstack, before.depth, before.nested
			of(th).recovering, of(th).handled, of(th).held = before.recovering, before.handled, before.held
		}
	}()
	defer Recover(th, &err)
	return f(th)
}
