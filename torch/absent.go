package torch

import (
	_ "embed"
	"strings"
	"sync"
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
