package torch

// Raise turns an error of the operators into the Python exception that scripts see; others stay as they are.
func Raise(err error) error { return raise(err) }
