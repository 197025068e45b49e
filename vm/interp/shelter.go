package interp

// Sheltered calls f; a panic comes back as an *InternalError, with the interpreter as it was before the call, so that the
// program can go on another way.
func Sheltered(f func() error) (err error) {
	before := state{current: current, vstack: vstack, depth: depth, nested: nested, recovering: recovering, handled: handled, held: held}
	defer func() {
		if _, fault := err.(*InternalError); fault {
			current, vstack, depth, nested = before.current, before.vstack, before.depth, before.nested
			recovering, handled, held = before.recovering, before.handled, before.held
		}
	}()
	defer Recover(&err)
	return f()
}
