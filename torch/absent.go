package torch

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// pytorchText lists the public names of PyTorch: lines of a module, or torch.Tensor, and its names. testdata/names.py prints it.
//
//go:embed names.txt
var pytorchText string

var pytorchNames = sync.OnceValue(func() map[string]string {
	owners := map[string]string{}
	for line := range strings.Lines(pytorchText) {
		owner, names, _ := strings.Cut(strings.TrimSpace(line), ":")
		owners[owner] = names + " "
	}
	return owners
})

// absentName says that PyTorch has a name which is missing here, so that nobody looks for a mistake of their own.
func absentName(owner, name string) string {
	if strings.Contains(name, " ") || !strings.Contains(pytorchNames()[owner], " "+name+" ") {
		return ""
	}
	return "PyTorch has it, magneto does not have it yet"
}

// modulesText lists modules of PyTorch, of sympy, which comes with it, of the standard library, and machine code of packages that is only needed where it is used, that are missing here, a line each; lines with a colon list names that are missing in a module
// which is there, besides the public ones.
//
//go:embed modules.txt
var modulesText string

// absentModules maps each module of modulesText to its names, with a space around each.
var absentModules = sync.OnceValue(func() map[string]string {
	modules := map[string]string{}
	for line := range strings.Lines(modulesText) {
		module, names, _ := strings.Cut(strings.TrimSpace(line), ":")
		modules[module] = names + " "
	}
	return modules
})

// standIn makes import statements that name what PyTorch has and magneto has not succeed, so that a file runs up to where it uses the
// thing: a module that is listed as absent, any name of such a module or of a private module, private names, and public ones. A use raises
// NotImplementedError. A module of movedModules is made of its home.
func standIn(th *object.Thread, module, name string) (object.Value, error) {
	root, _, _ := strings.Cut(module, ".")
	if v, err := movedModule(th, module, name); err != nil || !v.IsNull() {
		return v, err
	}
	names, listed := absentModules()[module]
	if root != "torch" && root != "functorch" && root != "sympy" && !listed {
		return object.Null, nil
	}
	missing := listed && names == " "
	if name == "" {
		if !missing {
			return object.Null, nil
		}
		return absentModule(th, module)
	}
	private := strings.HasPrefix(name, "_") || strings.Contains(module, "._") || strings.HasPrefix(module, "torch.fx.experimental.") || root == "functorch"
	if !missing && !private && !strings.Contains(names, " "+name+" ") && absentName(module, name) == "" || strings.HasPrefix(name, "__") {
		return object.Null, nil
	}
	return absent(th, module+"."+name)
}

// absent is a stand-in for what has the name.
func absent(th *object.Thread, name string) (object.Value, error) {
	maker, err := interp.ImportModule(th, "torch._absent")
	if err != nil {
		return object.Null, err
	}
	return object.CallMethod(th, maker, "absent", object.NewStr(name))
}

// operatorsText lists the operators of PyTorch's aten.
//
//go:embed aten.txt
var operatorsText string

var pytorchOperators = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, name := range strings.Fields(operatorsText) {
		names[name] = true
	}
	return names
})

// absentOperator tells whether torch.ops.aten of PyTorch has the name.
func absentOperator(name string) bool { return pytorchOperators()[name] }

// absentModule is a module whose names are stand-ins.
func absentModule(th *object.Thread, name string) (object.Value, error) {
	maker, err := interp.ImportModule(th, "torch._absent")
	if err != nil {
		return object.Null, err
	}
	attributes, err := object.CallMethod(th, maker, "attributes", object.NewStr(name))
	if err != nil {
		return object.Null, err
	}
	m := object.NewModule(name)
	m.Set("__path__", object.NewList().Ref())
	m.Set("__package__", object.NewStr(name))
	m.Set("__getattr__", attributes)
	interp.MachineOf(th).Modules.Put(name, m.Ref())
	return m.Ref(), nil
}
