package compiler_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// FuzzLoadScript loads archives of scripted modules in which one member is another text.
func FuzzLoadScript(f *testing.F) {
	fuzzArchives(f, "../../testdata/script/archives/*.pt", 5, "torch.jit.load", func(name string) bool {
		return !strings.Contains(name, "/extra/") && !strings.Contains(name, "/data/")
	})
}

// FuzzLoadProgram loads archives of exported programs in which one member is another text.
func FuzzLoadProgram(f *testing.F) {
	fuzzArchives(f, "../../testdata/export/archives/*.pt2", 5, "torch.export.load", func(name string) bool { return strings.HasSuffix(name, ".json") })
}

// fuzzArchives loads archives with a changed member, which give what they hold or an exception. They are packed anew, so checksums are right. Members of
// every n-th archive that seeds takes are where the changes begin.
func fuzzArchives(f *testing.F, pattern string, n int, load string, seeds func(name string) bool) {
	compiler.Register()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		f.Fatal("no archives", err)
	}
	archives := make([][]member, len(files))
	for i, name := range files {
		if archives[i], err = members(name); err != nil {
			f.Fatal(err)
		}
		for k, m := range archives[i] {
			if i%n == 0 && seeds(m.name) {
				f.Add(uint(i), uint(k), m.data)
			}
		}
	}
	l := &loader{function: load}
	f.Fuzz(func(t *testing.T, archive, changed uint, data []byte) {
		list := archives[archive%uint(len(archives))]
		changed %= uint(len(list))
		var packed bytes.Buffer
		z := zip.NewWriter(&packed)
		for i, m := range list {
			if uint(i) == changed {
				m.data = data
			}
			w, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: zip.Store})
			if err == nil {
				_, err = w.Write(m.data)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		l.load(t, packed.Bytes())
	})
}

// member is a file of an archive.
type member struct {
	name string
	data []byte
}

func members(path string) ([]member, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	var out []member
	for _, file := range z.File {
		r, err := file.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		out = append(out, member{file.Name, data})
	}
	return out, nil
}

// loader loads archives in a machine, a fresh one now and then, since machines remember the names of what they have loaded.
type loader struct {
	function string
	th       *object.Thread
	count    int
}

// load fails where loading ends in anything but a value or an exception.
func (l *loader) load(t *testing.T, data []byte) {
	if l.count%100 == 0 {
		l.th = interp.NewMachine().Main()
	}
	l.count++
	path := filepath.Join(t.TempDir(), "archive")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	err := interp.RunMain(l.th, "<load>", []byte("import torch\ntry:\n    "+l.function+"("+strconv.Quote(path)+")\nexcept Exception:\n    pass\n"))
	var fault *interp.InternalError
	if errors.As(err, &fault) {
		t.Fatal(fault, fault.Stack)
	}
	if err != nil {
		t.Fatal(err)
	}
}
