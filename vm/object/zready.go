package object

// The init functions of the other files, which come before this one, have described the declared types; now they are
// completed in one go, bases first.
func init() {
	for _, t := range declared {
		t.makeReady()
	}
	declared = nil
	// ExceptionGroup is the one built-in type with two bases.
	g := ExceptionGroup
	g.Bases = []*Type{BaseExceptionGroup, ExceptionType}
	g.MRO = []*Type{g, BaseExceptionGroup, ExceptionType, BaseException, ObjectType}
	ExceptionType.subclasses = append(ExceptionType.subclasses, g)
}
