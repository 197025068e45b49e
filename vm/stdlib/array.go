package stdlib

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// An array holds numbers or characters of one C type in consecutive memory.
type array struct {
	code  arrayCode
	data  []byte
	views object.Exports
}

// Export is the memory of the items. Both types of text are seen as characters of four bytes.
func (a *array) Export() object.Buffer {
	name := a.code.name
	if name == 'u' {
		name = 'w'
	}
	return object.Buffer{Data: a.data, Format: string(name), ItemSize: a.code.size, Exports: &a.views}
}

// resize makes data the items, unless a view forbids another size.
func (a *array) resize(th *object.Thread, data []byte) error {
	if len(data) != len(a.data) && a.views.Any(th) {
		return object.Raisef(object.BufferError, "cannot resize an array that is exporting buffers")
	}
	a.data = data
	return nil
}

type arrayCode struct {
	name byte
	size int
	what string // of an integer, as messages call it
}

// arrayCodes are those of a 64-bit Linux.
var arrayCodes = map[byte]arrayCode{'b': {'b', 1, "signed char"}, 'B': {'B', 1, "unsigned byte integer"}, 'u': {'u', 4, ""}, 'w': {'w', 4, ""},
	'h': {'h', 2, "signed short integer"}, 'H': {'H', 2, "unsigned short"}, 'i': {'i', 4, "signed integer"}, 'I': {'I', 4, "unsigned int"},
	'l': {'l', 8, "signed long"}, 'L': {'L', 8, "unsigned long"}, 'q': {'q', 8, "signed long long"}, 'Q': {'Q', 8, "unsigned long long"},
	'f': {'f', 4, ""}, 'd': {'d', 8, ""}}

func (c arrayCode) isText() bool { return c.name == 'u' || c.name == 'w' }

func (a *array) len() int { return len(a.data) / a.code.size }

func (a *array) get(i int) Value {
	b := a.data[i*a.code.size:]
	le := binary.LittleEndian
	switch a.code.name {
	case 'b':
		return object.Int(int64(int8(b[0])))
	case 'B':
		return object.Int(int64(b[0]))
	case 'h':
		return object.Int(int64(int16(le.Uint16(b))))
	case 'H':
		return object.Int(int64(le.Uint16(b)))
	case 'i':
		return object.Int(int64(int32(le.Uint32(b))))
	case 'I':
		return object.Int(int64(le.Uint32(b)))
	case 'l', 'q':
		return object.Int(int64(le.Uint64(b)))
	case 'L', 'Q':
		return object.BigInt(new(big.Int).SetUint64(le.Uint64(b)))
	case 'f':
		return object.Float(float64(math.Float32frombits(le.Uint32(b))))
	case 'd':
		return object.Float(math.Float64frombits(le.Uint64(b)))
	}
	return object.NewStr(string(rune(le.Uint32(b))))
}

// encode is an item as it lies in memory.
func (c arrayCode) encode(th *object.Thread, v Value) ([]byte, error) {
	var b [8]byte
	le := binary.LittleEndian
	switch {
	case c.isText():
		s, ok := object.Text(v)
		r := []rune(s)
		if !ok {
			return nil, object.TypeErrorf("array item must be a unicode character, not %s", v.Type().Name)
		}
		if len(r) != 1 {
			return nil, object.TypeErrorf("array item must be a string of length 1, not a string of length %d", len(r))
		}
		le.PutUint32(b[:], uint32(r[0]))
	case c.name == 'f' || c.name == 'd':
		x, err := object.ToFloat(th, v)
		if err != nil {
			return nil, err
		}
		if c.name == 'f' {
			le.PutUint32(b[:], math.Float32bits(float32(x)))
		} else {
			le.PutUint64(b[:], math.Float64bits(object.PlainNaN(x)))
		}
	default:
		if v.Type() == object.FloatType {
			return nil, object.TypeErrorf("'float' object cannot be interpreted as an integer")
		}
		n, err := object.Index(th, v)
		if err != nil {
			return nil, err
		}
		x := object.BigOf(n)
		lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*c.size))
		if c.name >= 'a' {
			hi.Rsh(hi, 1)
			lo.Neg(hi)
		}
		if x.Cmp(lo) < 0 {
			return nil, object.OverflowErrorf("%s is less than minimum", c.what)
		}
		if x.Cmp(hi) >= 0 {
			return nil, object.OverflowErrorf("%s is greater than maximum", c.what)
		}
		le.PutUint64(b[:], new(big.Int).And(x, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
	}
	return b[:c.size], nil
}

func (a *array) append(th *object.Thread, v Value) error {
	b, err := a.code.encode(th, v)
	if err != nil {
		return err
	}
	return a.resize(th, append(a.data, b...))
}

func (a *array) insert(th *object.Thread, i int, v Value) error {
	b, err := a.code.encode(th, v)
	if err != nil {
		return err
	}
	n := a.len()
	if i < 0 {
		i = max(i+n, 0)
	}
	at := min(i, n) * a.code.size
	return a.resize(th, slices.Insert(slices.Clone(a.data), at, b...))
}

func (a *array) remove(th *object.Thread, i int) error {
	size := a.code.size
	if a.views.Any(th) { // before the items move
		return a.resize(th, a.data[size:])
	}
	return a.resize(th, append(a.data[:i*size], a.data[(i+1)*size:]...))
}

// index is a subscript as a place; what is done with it is in the message.
func (a *array) index(th *object.Thread, key Value, what string) (int, error) {
	if key.Type().Index == nil {
		return 0, object.TypeErrorf("array indices must be integers")
	}
	i, err := object.ToInt(th, key)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += a.len()
	}
	if i < 0 || i >= a.len() {
		return 0, object.IndexErrorf("%s index out of range", what)
	}
	return i, nil
}

func (a *array) slice(th *object.Thread, s *object.Slice) ([]byte, error) {
	s, err := s.Evaluated(th)
	if err != nil {
		return nil, err
	}
	start, _, step, count, err := s.Indices(th, a.len())
	if err != nil {
		return nil, err
	}
	var out []byte
	for k := range count {
		at := (start + k*step) * a.code.size
		out = append(out, a.data[at:at+a.code.size]...)
	}
	return out, nil
}

func (a *array) setSlice(th *object.Thread, s *object.Slice, data []byte) error {
	s, err := s.Evaluated(th)
	if err != nil {
		return err
	}
	start, stop, step, count, err := s.Indices(th, a.len())
	if err != nil {
		return err
	}
	size := a.code.size
	if step == 1 {
		stop = max(start, stop)
		if len(data) == (stop-start)*size {
			copy(a.data[start*size:], data)
			return nil
		}
		return a.resize(th, append(a.data[:start*size:start*size], append(append([]byte(nil), data...), a.data[stop*size:]...)...))
	}
	if len(data) == 0 {
		drop := map[int]bool{}
		for k := range count {
			drop[start+k*step] = true
		}
		var kept []byte
		for i := range a.len() {
			if !drop[i] {
				kept = append(kept, a.data[i*size:(i+1)*size]...)
			}
		}
		return a.resize(th, kept)
	}
	if len(data) != count*size {
		return object.ValueErrorf("attempt to assign array of size %d to extended slice of size %d", len(data)/size, count)
	}
	for k := range count {
		copy(a.data[(start+k*step)*size:], data[k*size:(k+1)*size])
	}
	return nil
}

func (a *array) items() []Value {
	out := make([]Value, a.len())
	for i := range out {
		out[i] = a.get(i)
	}
	return out
}

func (a *array) find(th *object.Thread, v Value) (int, error) {
	for i := 0; i < a.len(); i++ { // a comparison may shorten the array
		if eq, err := object.Equal(th, a.get(i), v); err != nil || eq {
			return i, err
		}
	}
	return -1, nil
}

func (a *array) extend(th *object.Thread, from Value) error {
	if b, ok := asArray(from); ok {
		if b.code.name != a.code.name {
			return object.TypeErrorf("can only extend with array of same kind")
		}
		return a.resize(th, append(a.data, b.data...))
	}
	return object.Iterate(th, from, a.append)
}

func (a *array) text() string {
	var b strings.Builder
	for i := range a.len() {
		s, _ := object.Text(a.get(i))
		b.WriteString(s)
	}
	return b.String()
}

var arrayType *object.Type

var arrayIterType = object.NewSequenceIterType("arrayiterator", "array")

func asArray(v Value) (*array, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		return nil, false
	}
	a, ok := n.V.(*array)
	return a, ok
}

func newArray(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
	if len(kw) > 0 && cls == arrayType {
		return object.Null, object.TypeErrorf("array.array() takes no keyword arguments")
	}
	args = args[:len(args)-len(kw)]
	if len(args) < 1 || len(args) > 2 {
		few, count := "at least 1 argument", len(args)
		if count > 2 {
			few = "at most 2 arguments"
		}
		return object.Null, object.TypeErrorf("array() takes %s (%d given)", few, count)
	}
	name, ok := object.Text(args[0])
	if !ok || len([]rune(name)) != 1 {
		what := args[0].Type().Name
		if ok {
			return object.Null, object.TypeErrorf("array() argument 1 must be a unicode character, not a string of length %d", len([]rune(name)))
		}
		return object.Null, object.TypeErrorf("array() argument 1 must be a unicode character, not %s", what)
	}
	code, ok := arrayCodes[name[0]]
	if !ok {
		return object.Null, object.ValueErrorf("bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)")
	}
	a := &array{code: code}
	v := object.NewNative(cls, a)
	if len(args) == 1 {
		return v, nil
	}
	if s, ok := object.Text(args[1]); ok {
		if !code.isText() {
			return object.Null, object.TypeErrorf("cannot use a str to initialize an array with typecode '%c'", code.name)
		}
		for _, r := range s {
			a.data = binary.LittleEndian.AppendUint32(a.data, uint32(r))
		}
		return v, nil
	}
	if b, ok := asArray(args[1]); ok {
		if b.code.isText() && !code.isText() {
			return object.Null, object.TypeErrorf("cannot use a unicode array to initialize an array with typecode '%c'", code.name)
		}
		return v, object.Iterate(th, args[1], a.append)
	}
	_, isBytes := object.AsBytes(args[1])
	_, isByteArray := object.AsByteArray(args[1])
	if isBytes || isByteArray {
		b, _ := object.BytesOf(args[1])
		return v, a.fromBytes(th, b)
	}
	return v, object.Iterate(th, args[1], a.append)
}

func (a *array) fromBytes(th *object.Thread, b []byte) error {
	if len(b)%a.code.size != 0 {
		return object.ValueErrorf("bytes length not a multiple of item size")
	}
	return a.resize(th, append(a.data, b...))
}

func init() { interp.RegisterNative("array", arrayModule) }

func arrayModule(th *object.Thread) *object.Module {
	m := object.NewModule("array")
	if arrayType == nil {
		arrayType = object.NewExtensionType("array", "array", nil, arraySpec()) // shared: native modules are made one at a time
	}
	m.SetType(arrayType)
	m.Set("ArrayType", arrayType.Ref())
	m.Set("typecodes", object.NewStr("bBuwhHiIlLqQfd"))
	m.SetFunc("_array_reconstructor", rebuildArray)
	registerAs(th, "MutableSequence", arrayType)
	return m
}
