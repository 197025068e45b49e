package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// What the array API standard asks of arrays and scalars (data-apis.org): the module that goes with them, and where they lie.

// arrayAPIVersions are the versions of the standard that the module has; the last is its own.
var arrayAPIVersions = []string{"2021.12", "2022.12", "2023.12", "2024.12"}

func arrayAPIMethods() []object.Method {
	return []object.Method{
		{Name: "__array_namespace__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args)-len(kw) > 1 {
				return object.Null, object.TypeErrorf("__array_namespace__() takes no positional arguments")
			}
			a, err := object.Args("__array_namespace__", args, kw, "self", "|", "*", "api_version")
			if err != nil {
				return object.Null, err
			}
			if !a[1].IsNull() && !a[1].IsNone() {
				version, ok := object.Text(a[1])
				if !ok {
					text, err := object.StrOf(th, a[1])
					if err != nil {
						return object.Null, err
					}
					return object.Null, object.ValueErrorf("Only None and strings are allowed as the Array API version, but received: %s.", text)
				}
				if !slices.Contains(arrayAPIVersions, version) {
					return object.Null, object.ValueErrorf("Version \"%s\" of the Array API Standard is not supported.", version)
				}
			}
			return object.ImportModule(th, "numpy")
		}},
		{Name: "to_device", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("to_device", args, kw, "self", "device", "/", "|", "*", "stream")
			if err != nil {
				return object.Null, err
			}
			if device, _ := object.Text(a[1]); device != "cpu" {
				text, err := object.StrOf(th, a[1])
				if err != nil {
					return object.Null, err
				}
				return object.Null, object.ValueErrorf("Unsupported device: %s. Only 'cpu' is accepted.", text)
			}
			if !a[2].IsNull() && !a[2].IsNone() {
				return object.Null, object.ValueErrorf("The stream argument in to_device() is not supported")
			}
			return a[0], nil
		}},
	}
}

var deviceAttribute = object.GetsetDef{Name: "device", Get: func(*object.Thread, Value) (Value, error) { return object.StrValue("cpu"), nil }}
