package object

// The init functions of the other files, which come before this one, have described the declared types; now they are
// completed in one go, bases first.
func init() {
	addReductions()
	for _, t := range declared {
		t.makeReady()
	}
	declared = nil
	finishExceptionGroup()
}
