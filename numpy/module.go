package numpy

import (
	"embed"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

//go:embed all:lib
var library embed.FS

// Version is that of the numpy whose behaviour this is.
const Version = "2.4.6"

// Register makes numpy importable.
func Register() {
	interp.RegisterPackages(library, "lib", "<magneto>/lib")
	interp.RegisterHint(absentName)
	interp.RegisterNative("numpy", buildModule)
	interp.RegisterNative("numpy.random._generators", buildGenerators)
	stdlib.RegisterNumbers(func() []stdlib.Number {
		k := builtKinds()
		return []stdlib.Number{{Abstract: "Integral", Type: k.integer}, {Abstract: "Complex", Type: k.inexact}, {Abstract: "Real", Type: k.floating}, {Abstract: "Number", Type: k.number}}
	})
}

func buildModule(th *object.Thread) *object.Module {
	m := object.NewModule("numpy")
	m.Set("__path__", object.StrList([]string{"<magneto>/lib/numpy"}))
	m.Set("__version__", object.NewStr(Version))
	m.Set("__array_api_version__", object.NewStr(arrayAPIVersions[len(arrayAPIVersions)-1]))
	m.Set("__file__", object.NewStr("<magneto>/lib/numpy/__init__.py"))
	m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
		v, err := attribute(th, name.S)
		if err == nil && !v.IsNull() {
			m.Set(name.S, v)
		}
		return v, err
	}
	m.Dir = func(*object.Thread) []string { return names() }
	return m
}

// moduleAttribute is numpy.<name>.
func moduleAttribute(th *object.Thread, name string) (Value, error) {
	m, err := interp.ImportModule(th, "numpy")
	if err != nil {
		return object.Null, err
	}
	return object.GetAttr(th, m, name)
}

// attribute finds a name of the module: among the functions in Go, the universal functions, the types and constants, the
// Python part, and the submodules.
func attribute(th *object.Thread, name string) (Value, error) {
	if name == "__all__" {
		return object.StrList(names()), nil
	}
	if home, ok := pythonNames()[name]; ok {
		m, err := interp.ImportModule(th, home)
		if err != nil {
			return object.Null, err
		}
		return object.GetAttr(th, m, name)
	}
	if f, ok := functions()[name]; ok {
		b := object.NewFunc(name, f)
		b.Module = "numpy"
		return b.Ref(), nil
	}
	if v, ok := ufuncValue(name); ok {
		return v, nil
	}
	if v, ok := constant(name); ok {
		return v, nil
	}
	if submodules[name] {
		return interp.ImportModule(th, "numpy."+name)
	}
	return object.Null, nil
}

// submodules are found as attributes without an import statement.
var submodules = map[string]bool{"linalg": true, "random": true, "fft": true, "testing": true, "exceptions": true, "typing": true, "lib": true, "dtypes": true, "_core": true, "core": true, "version": true}

// typeAliases are further names of scalar types.
var typeAliases = map[string]code{"bool_": Bool, "byte": Int8, "ubyte": Uint8, "short": Int16, "ushort": Uint16, "intc": Int32, "uintc": Uint32, "int_": Int64, "intp": Int64, "long": Int64, "longlong": Int64,
	"uint": Uint64, "uintp": Uint64, "ulong": Uint64, "ulonglong": Uint64, "half": Float16, "single": Float32, "double": Float64, "csingle": Complex64, "cdouble": Complex128}

func constant(name string) (Value, bool) {
	k := kinds()
	for c := range numCodes {
		if codes[c].scalar == name {
			return k.scalars[c].Ref(), true
		}
	}
	if c, ok := typeAliases[name]; ok {
		return k.scalars[c].Ref(), true
	}
	if f, ok := constants[name]; ok {
		return f(k), true
	}
	return object.Null, false
}

var constants = map[string]func(k *kindsTable) Value{
	"pi": number(math.Pi), "e": number(math.E), "inf": number(math.Inf(1)), "nan": number(math.NaN()), "euler_gamma": number(0.5772156649015329),
	"newaxis": func(*kindsTable) Value { return object.None }, "little_endian": func(*kindsTable) Value { return object.Bool(true) },
	"True_": func(k *kindsTable) Value { return k.true_ }, "False_": func(k *kindsTable) Value { return k.false_ },
	"ndarray": class(func(k *kindsTable) *object.Type { return k.ndarray }), "dtype": class(func(k *kindsTable) *object.Type { return k.dtype }),
	"ufunc": class(func(k *kindsTable) *object.Type { return k.ufunc }), "flatiter": class(func(k *kindsTable) *object.Type { return k.flatiter }),
	"generic": class(func(k *kindsTable) *object.Type { return k.generic }), "number": class(func(k *kindsTable) *object.Type { return k.number }),
	"integer": class(func(k *kindsTable) *object.Type { return k.integer }), "signedinteger": class(func(k *kindsTable) *object.Type { return k.signedinteger }),
	"unsignedinteger": class(func(k *kindsTable) *object.Type { return k.unsignedinteger }), "inexact": class(func(k *kindsTable) *object.Type { return k.inexact }),
	"floating": class(func(k *kindsTable) *object.Type { return k.floating }), "complexfloating": class(func(k *kindsTable) *object.Type { return k.complexfloating }),
	"flexible": class(func(k *kindsTable) *object.Type { return k.flexible }), "character": class(func(k *kindsTable) *object.Type { return k.character }),
	"_dtype_classes": func(k *kindsTable) Value {
		items := []Value{}
		for _, t := range k.classes {
			items = append(items, t.Ref())
		}
		return object.NewTuple(items...).Ref()
	},
	"_AxisError": class(func(k *kindsTable) *object.Type { return k.axisError }), "_ComplexWarning": class(func(k *kindsTable) *object.Type { return k.complexWarning }),
	"_VisibleDeprecationWarning": class(func(k *kindsTable) *object.Type { return k.visibleDeprecation }), "_TooHardError": class(func(k *kindsTable) *object.Type { return k.tooHard }),
	"_ArrayMemoryError": class(func(k *kindsTable) *object.Type { return k.memoryError }), "_UFuncNoLoopError": class(func(k *kindsTable) *object.Type { return k.noLoopError }),
	"_UFuncOutputCastingError": class(func(k *kindsTable) *object.Type { return k.castingError }), "_UFuncTypeError": class(func(k *kindsTable) *object.Type { return k.noLoopError.Base }),
}

func number(x float64) func(*kindsTable) Value {
	return func(*kindsTable) Value { return object.Float(x) }
}

func class(f func(k *kindsTable) *object.Type) func(*kindsTable) Value {
	return func(k *kindsTable) Value { return f(k).Ref() }
}

// pythonNames are the public names of the files lib/numpy/_*.py, and the module that each is defined in. Names are found by
// reading the files' lines: definitions, and assignments at the margin.
var pythonNames = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	files, _ := fs.Glob(library, "lib/numpy/_[a-z]*.py")
	for _, file := range files {
		src, _ := library.ReadFile(file)
		module := "numpy." + strings.TrimSuffix(file[strings.LastIndexByte(file, '/')+1:], ".py")
		for line := range strings.Lines(string(src)) {
			name := ""
			switch {
			case strings.HasPrefix(line, "def "):
				name, _, _ = strings.Cut(line[4:], "(")
			case strings.HasPrefix(line, "class "):
				name = line[6 : 6+strings.IndexAny(line[6:], "(:")]
			case len(line) > 0 && (line[0] >= 'a' && line[0] <= 'z' || line[0] >= 'A' && line[0] <= 'Z'):
				before, _, ok := strings.Cut(line, " = ")
				if ok && !strings.ContainsAny(before, " ([") {
					name = before
				}
			}
			if name != "" && name[0] != '_' {
				out[name] = module
			}
		}
	}
	return out
})

// names are the public names of the module.
func names() []string {
	all := map[string]bool{}
	for name := range submodules {
		all[name] = true
	}
	for _, seq := range []func(func(string) bool){maps.Keys(pythonNames()), maps.Keys(functions()), maps.Keys(constants), maps.Keys(typeAliases)} {
		for name := range seq {
			all[name] = true
		}
	}
	for name := range ufuncs() {
		all[name] = true
	}
	for c := range numCodes {
		all[codes[c].scalar] = true
	}
	maps.DeleteFunc(all, func(name string, _ bool) bool { return name[0] == '_' })
	return slices.Sorted(maps.Keys(all))
}

//go:embed names.txt
var namesText string

// publicNames are the names that numpy has, by module.
var publicNames = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(namesText) {
		owner, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		out[owner] = list + " "
	}
	return out
})

// absentName says that numpy has a name which is missing here.
func absentName(owner, name string) string {
	if !strings.HasPrefix(owner, "numpy") || strings.Contains(name, " ") || !strings.Contains(publicNames()[owner], " "+name+" ") {
		return ""
	}
	return "numpy has it, magneto does not have it yet"
}
