package numpy

import (
	"fmt"
	"os"
	"sync"

	"github.com/magneto-go/magneto/vm/object"
)

// kindsTable are the classes of the module, which all machines share.
type kindsTable struct {
	dtype, ndarray, ufunc, flagsobj, flatiter *object.Type

	generic, number, integer, signedinteger, unsignedinteger *object.Type
	inexact, floating, complexfloating, flexible, character  *object.Type

	scalars [numCodes]*object.Type
	dtypes  [numCodes]Value

	true_, false_ Value

	axisError, memoryError, noLoopError, castingError, complexWarning, visibleDeprecation, tooHard *object.Type
}

// kinds builds the classes on first use.
func kinds() *kindsTable { return builtKinds() }

// builtKinds is set before anything runs; the classes refer to each other through it.
var builtKinds func() *kindsTable

func init() { builtKinds = sync.OnceValue(buildKinds) }

func buildKinds() *kindsTable {
	k := &kindsTable{}
	abstract := func(name string, base *object.Type) *object.Type {
		spec := object.Spec{NoNew: true}
		if base == nil {
			spec = object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: scalarMethods(), Getset: scalarAttributes(), Class: []object.Method{object.ClassGetItem}}
		}
		return object.NewType(name, "numpy", base, spec)
	}
	k.generic = abstract("generic", nil)
	k.number = abstract("number", k.generic)
	k.integer = abstract("integer", k.number)
	k.signedinteger = abstract("signedinteger", k.integer)
	k.unsignedinteger = abstract("unsignedinteger", k.integer)
	k.inexact = abstract("inexact", k.number)
	k.floating = abstract("floating", k.inexact)
	k.complexfloating = abstract("complexfloating", k.inexact)
	k.flexible = abstract("flexible", k.generic)
	k.character = abstract("character", k.flexible)
	parents := map[byte]*object.Type{'b': k.generic, 'i': k.signedinteger, 'u': k.unsignedinteger, 'f': k.floating, 'c': k.complexfloating, 'O': k.generic, 'S': k.character, 'U': k.character}
	second := map[code]*object.Type{Float64: object.FloatType, Complex128: object.ComplexType, Text: object.StrType, Bytes: object.BytesType}
	for c := range numCodes {
		k.scalars[c] = buildScalar(c, parents[codes[c].kind], second[c])
	}
	k.dtype = buildDType(k)
	for c := range numCodes {
		k.dtypes[c] = object.NewNative(k.dtype, of(c))
	}
	k.true_ = object.NewNative(k.scalars[Bool], true)
	k.false_ = object.NewNative(k.scalars[Bool], false)
	k.axisError = object.NewType("AxisError", "numpy.exceptions", object.ValueError, object.Spec{})
	alsoDerives(k.axisError, object.IndexError)
	k.memoryError = object.NewType("_ArrayMemoryError", "numpy._core._exceptions", object.MemoryError, object.Spec{})
	ufuncError := object.NewType("UFuncTypeError", "numpy._core._exceptions", object.TypeError, object.Spec{})
	k.noLoopError = object.NewType("UFuncTypeError", "numpy._core._exceptions", ufuncError, object.Spec{})
	k.castingError = object.NewType("UFuncTypeError", "numpy._core._exceptions", ufuncError, object.Spec{})
	k.complexWarning = object.NewType("ComplexWarning", "numpy.exceptions", object.RuntimeWarning, object.Spec{})
	k.visibleDeprecation = object.NewType("VisibleDeprecationWarning", "numpy.exceptions", object.UserWarning, object.Spec{})
	k.tooHard = object.NewType("TooHardError", "numpy.exceptions", object.RuntimeError, object.Spec{})
	k.flagsobj = buildFlags()
	k.flatiter = buildFlatIter()
	k.ndarray = buildArrayType()
	k.ufunc = buildUfuncType()
	return k
}

// alsoDerives makes a class without slots of its own derive from another one too.
func alsoDerives(t, other *object.Type) {
	t.Bases = append(t.Bases, other)
	mro := []*object.Type{t}
	for _, c := range t.MRO[1:] {
		if !other.IsSubtype(c) {
			mro = append(mro, c)
		}
	}
	t.MRO = append(mro, other.MRO...)
}

// bytesText is an amount of memory as messages show it.
func bytesText(n float64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	i := 0
	for n >= 1024 && i < len(units)-1 {
		n /= 1024
		i++
	}
	if i == 0 {
		return fmt.Sprintf("%.0f bytes", n)
	}
	digits := 0
	if n < 100 {
		digits = 1
	}
	if n < 10 {
		digits = 2
	}
	return fmt.Sprintf("%.*f %s", digits, n, units[i])
}

// totalMemory is what the machine has, in bytes.
var totalMemory = sync.OnceValue(func() int {
	text, _ := os.ReadFile("/proc/meminfo")
	var kib int
	if n, _ := fmt.Sscanf(string(text), "MemTotal: %d kB", &kib); n == 1 {
		return kib << 10
	}
	return 1 << 40
})
