package object

import "fmt"

// Warn issues a warning by the module warnings. The error is that of a filter that makes it an exception.
func Warn(th *Thread, category *Type, format string, args ...any) error {
	warn, err := libraryAttr(th, "warnings", "warn")
	if err != nil {
		return err
	}
	_, err = Call(th, warn, NewStr(fmt.Sprintf(format, args...)), category.Ref())
	return err
}

// warnStrict warns of a conversion method whose result is of a strict subclass of the type that it should be.
func warnStrict(th *Thread, method string, r Value, want *Type) error {
	if r.p.typ == want {
		return nil
	}
	return Warn(th, DeprecationWarning, "%s returned non-%s (type %s).  The ability to return an instance of a strict subclass of %s is deprecated, "+
		"and may be removed in a future version of Python.", method, want.Name, r.p.typ.Name, want.Name)
}
