package torch

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// sizeFunctions are the functions and methods whose only argument by position is a list of sizes, which may also be given one by one: with the place of the first size.
// Those with several overloads say that none of them fits.
var sizeFunctions = map[string]struct {
	first   int
	several bool
}{
	"zeros": {}, "ones": {}, "empty": {}, "rand": {0, true}, "randn": {0, true},
	"expand": {1, false}, "new_zeros": {1, false}, "new_ones": {1, false}, "new_empty": {1, false}, "resize_": {1, false},
}

// checkFirstSize refuses sizes given one by one of which the first is an object of a class that answers calls: PyTorch takes such an object for the whole list.
func checkFirstSize(th *object.Thread, function Value, classes []*object.Type, positional []Value) error {
	if len(classes) == 0 || len(positional) < 2 {
		return nil
	}
	v, err := object.GetAttrStr(th, function, object.Intern("__name__"))
	text, isText := object.AsStr(v)
	if err != nil || !isText {
		return nil
	}
	name := text.S
	f, ok := sizeFunctions[name]
	if !ok || len(positional) < f.first+2 {
		return nil
	}
	t := positional[f.first].Type()
	if t.IsSubtype(tensorType) || !slices.Contains(classes, t) {
		return nil
	}
	given := positional[f.first:]
	if !f.several {
		return object.TypeErrorf("%s() takes 1 positional argument but %d were given", name, len(given))
	}
	kinds := ""
	for i, v := range given {
		if i > 0 {
			kinds += ", "
		}
		kinds += v.Type().Name
	}
	return object.TypeErrorf("%s() received an invalid combination of arguments - got (%s), but expected one of:", name, kinds)
}
