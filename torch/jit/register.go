// Package jit is what scripts see of TorchScript: it joins package script to the torch module. The functions of torch.jit are written in the
// Python subset (lib/); they reach the compiler and the interpreter through the native module torch._C._script that is defined here.
//
// It is a part of this module; package magneto is for use from outside.
package jit

import (
	"embed"
	"regexp"
	"sync"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Value is a value of scripts.
type Value = object.Value

//go:embed all:lib
var library embed.FS

// Register makes torch.jit importable, once for all machines. It is called before programs run.
func Register() { registration.Do(register) }

var registration sync.Once

func register() {
	interp.RegisterPackages(library, "lib", "<magneto>/lib")
	interp.RegisterNative("torch._C._script", nativeModule)
	torch.SetTracing(traceValues{})
	exec.Attributes = func(th *object.Thread, self Value, name string) (Value, error) { // start: before programs run
		f, err := helper(th, "torch.jit._objects", "attribute")
		if err != nil {
			return f, err
		}
		return object.Call(th, f, self, object.NewStr(name))
	}
}

// state is what a machine remembers of compiled code.
type state struct {
	functions map[*object.Function]*ir.Function
	// overloaded are the functions that implement several declared signatures.
	overloaded map[*object.Function][]*ir.Function
	names      map[string]bool
	mangle     int
	warnings   int // calls of warnings.warn that were compiled
	classes    map[*object.Type]*ir.Type
	around     map[*object.Type]*object.Dict // the variables where classes that are being compiled were written
	modules    map[string][]*ir.Type         // by class and shape of the module
	tuples     map[string]*object.Type
	parsed     map[string]*parsedFile
	host       *runtime
	tracer     *tracer
	last       *ir.Function // what Python has called last
	called     map[*ir.Function]bool
	simple     bool                       // the simple executor is chosen
	plans      map[*ir.Function][]*plan   // of the simple executor
	watch      *watch                     // nil unless somebody looks
	profiled   map[*ir.Function]*profiled // by the profiling executor
	autocasts  map[*ir.Function]bool      // whether they enter regions of autocast
	cast       map[underAutocast]*ir.Function
	fallbacks  map[*ir.Function]int // beside groups, with the kinds of types that are left to them
	placeless  bool                 // graphs print without places
	profiles   []*object.Dict       // that count lines
	python     map[string]Value     // functions of lib that Go calls
	sizes      sizeSymbols          // of types
	log        *ir.Log              // that passes write to
	warned     map[int64]bool       // the places, in the call that runs
}

var states = object.NewState(func(*object.Thread) *state {
	return &state{functions: map[*object.Function]*ir.Function{}, overloaded: map[*object.Function][]*ir.Function{}, names: map[string]bool{}, classes: map[*object.Type]*ir.Type{}, around: map[*object.Type]*object.Dict{}, modules: map[string][]*ir.Type{}, tuples: map[string]*object.Type{},
		parsed: map[string]*parsedFile{}, called: map[*ir.Function]bool{}, plans: map[*ir.Function][]*plan{}, profiled: map[*ir.Function]*profiled{}, fallbacks: map[*ir.Function]int{}, autocasts: map[*ir.Function]bool{}, cast: map[underAutocast]*ir.Function{}, python: map[string]Value{}}
})

// runtimeOf is the machine's host of running code.
func runtimeOf(th *object.Thread) *runtime {
	s := states.Of(th)
	if s.host == nil {
		s.host = &runtime{th: th}
	}
	return s.host
}

// helper is a function of the Python library.
func helper(th *object.Thread, module, name string) (Value, error) {
	s := states.Of(th)
	key := module + "." + name
	if f, ok := s.python[key]; ok {
		return f, nil
	}
	m, err := interp.ImportModule(th, module)
	if err != nil {
		return object.Null, err
	}
	f, err := object.GetAttr(th, m, name)
	if err == nil {
		s.python[key] = f
	}
	return f, err
}

// mangled is the part that makes a name another one.
var mangled = regexp.MustCompile(`___torch_mangle_\d+\.`)

// unique is a name that no other function or class of the machine has: a second one is mangled, for what it may be mangled with already.
func (s *state) unique(name string) string {
	if !s.names[name] {
		s.names[name] = true
		return name
	}
	name = mangled.ReplaceAllString(name, "")
	dot := len(name)
	for dot > 0 && name[dot-1] != '.' {
		dot--
	}
	for {
		fresh := name[:dot] + "___torch_mangle_" + itoa(s.mangle) + "." + name[dot:]
		s.mangle++
		if !s.names[fresh] {
			s.names[fresh] = true
			return fresh
		}
	}
}

// payload is the Go value behind a native object.
func payload[T any](v Value) (T, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		var zero T
		return zero, false
	}
	p, ok := n.V.(T)
	return p, ok
}

var _ exec.Host = (*runtime)(nil)
