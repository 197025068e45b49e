package stdlib

import (
	"encoding/binary"
	"slices"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The form in which arrays are pickled: the memory of the items, with a number for what lies there.

// The numbers of machine formats are places in this string: two for each format from the third on, the second of them
// of the other byte order; behind them, the encodings of text.
const (
	machineFormats = "BbHHhhIIiiQQqqffdd"
	firstEncoding  = len(machineFormats)
)

var machineEncodings = []string{"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"}

func machineFormat(c arrayCode) int {
	if c.isText() {
		return firstEncoding + 2
	}
	name := c.name
	switch name {
	case 'l':
		name = 'q'
	case 'L':
		name = 'Q'
	}
	return slices.Index([]byte(machineFormats), name)
}

// rebuildArray is _array_reconstructor(class, typecode, machine format, bytes).
func rebuildArray(th *object.Thread, args, kw []Value) (Value, error) {
	if len(args) != 4 {
		return object.Null, object.TypeErrorf("_array_reconstructor expected 4 arguments, got %d", len(args))
	}
	cls, ok := object.AsType(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("first argument must be a type object, not %s", args[0].Type().Name)
	}
	if !cls.IsSubtype(arrayType) {
		return object.Null, object.TypeErrorf("%s is not a subtype of array.array", cls.Name)
	}
	name, _ := object.Text(args[1])
	if len(name) != 1 || arrayCodes[name[0]].size == 0 {
		return object.Null, object.ValueErrorf("second argument must be a valid type code")
	}
	format, err := object.ToInt(th, args[2])
	if err != nil {
		return object.Null, err
	}
	if format < 0 || format >= firstEncoding+len(machineEncodings) {
		return object.Null, object.ValueErrorf("third argument must be a valid machine format code.")
	}
	b, ok := object.AsBytes(args[3])
	if !ok {
		return object.Null, object.TypeErrorf("fourth argument should be bytes, not %s", args[3].Type().Name)
	}
	a := &array{code: arrayCodes[name[0]]}
	return object.NewNative(cls, a), a.fromMachine(th, format, slices.Clone(b.B))
}

// fromMachine appends the items that lie in data in a machine format. It may change data.
func (a *array) fromMachine(th *object.Thread, format int, data []byte) error {
	if format == machineFormat(a.code) {
		return a.fromBytes(th, data)
	}
	if format >= firstEncoding {
		s, err := object.Decode(th, data, machineEncodings[format-firstEncoding], "strict")
		for _, r := range object.DecodeWTF8(s) {
			a.data = binary.LittleEndian.AppendUint32(a.data, uint32(r))
		}
		return err
	}
	from := &array{code: arrayCodes[machineFormats[format]]}
	if from.code.what != "" { // integers keep their width
		a.code = from.code
		switch a.code.name {
		case 'q':
			a.code = arrayCodes['l']
		case 'Q':
			a.code = arrayCodes['L']
		}
	}
	if err := from.fromBytes(th, data); err != nil {
		return err
	}
	if format >= 2 && format%2 == 1 {
		from.swapBytes()
	}
	for _, x := range from.items() {
		if err := a.append(th, x); err != nil {
			return err
		}
	}
	return nil
}

func (a *array) swapBytes() {
	for i := 0; i < len(a.data); i += a.code.size {
		slices.Reverse(a.data[i : i+a.code.size])
	}
}

// reduceArray is array.__reduce_ex__: items one by one for the old protocols, else their memory.
func reduceArray(th *object.Thread, v, protocol Value) (Value, error) {
	p, err := object.ToInt(th, protocol)
	if err != nil {
		return object.Null, err
	}
	a, _ := asArray(v)
	state := object.None
	if d := object.InstanceDict(v); d != nil && d.Len() > 0 {
		state = d.Ref()
	}
	code := object.NewStr(string(a.code.name))
	if p < 3 {
		return object.NewTuple(v.Type().Ref(), object.NewTuple(code, object.NewList(a.items()...).Ref()).Ref(), state).Ref(), nil
	}
	m, err := interp.ImportModule(th, "array")
	if err != nil {
		return object.Null, err
	}
	rebuild, err := object.GetAttr(th, m, "_array_reconstructor")
	return object.NewTuple(rebuild, object.NewTuple(v.Type().Ref(), code, object.Int(int64(machineFormat(a.code))),
		object.NewBytes(slices.Clone(a.data))).Ref(), state).Ref(), err
}

// registerAs enters a type in an abstract class of collections.abc.
func registerAs(th *object.Thread, abstract string, t *object.Type) {
	m, err := interp.ImportModule(th, "collections.abc")
	if err != nil {
		return
	}
	if c, err := object.GetAttr(th, m, abstract); err == nil {
		if register, err := object.GetAttr(th, c, "register"); err == nil {
			object.Call(th, register, t.Ref())
		}
	}
}
