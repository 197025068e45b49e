package torch

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// movedText lists modules of PyTorch whose names are defined in another module here, or in PyTorch itself since they moved: a line each, the
// module and where its names are.
//
//go:embed moved.txt
var movedText string

var movedModules = sync.OnceValue(func() map[string]string {
	homes := map[string]string{}
	for line := range strings.Lines(movedText) {
		if module, home, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			homes[module] = home
		}
	}
	return homes
})

// movedModule is a module with the names of the one that defines them; Null where the name is of no such module. A name that neither has
// is looked for as one of its home.
func movedModule(th *object.Thread, module, name string) (object.Value, error) {
	home, ok := movedModules()[module]
	if !ok {
		return object.Null, nil
	}
	if name != "" {
		return standIn(th, home, name)
	}
	source, err := interp.ImportModule(th, home)
	if err != nil {
		return object.Null, err
	}
	names, err := object.GetAttr(th, source, "__dict__")
	if err != nil {
		return object.Null, err
	}
	m := object.NewModule(module)
	_, err = object.EachItem(th, names, func(_ *object.Thread, key, v object.Value) error {
		text, _ := object.Text(key)
		if _, isModule := object.AsModule(v); !isModule && !strings.HasPrefix(text, "__") {
			m.Set(text, v)
		}
		return nil
	})
	if err != nil {
		return object.Null, err
	}
	m.SetFunc("__getattr__", func(th *object.Thread, args []object.Value, _ []object.Value) (object.Value, error) {
		last, _ := object.Text(args[0])
		if _, ok := movedModules()[module+"."+last]; ok {
			return interp.ImportModule(th, module+"."+last)
		}
		return object.GetAttr(th, source, last)
	})
	m.Set("__path__", object.NewList().Ref())
	m.Set("__package__", object.NewStr(module))
	interp.MachineOf(th).Modules.Put(module, m.Ref())
	return m.Ref(), nil
}
