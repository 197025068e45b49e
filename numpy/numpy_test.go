package numpy_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/numpy"
	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var update = flag.Bool("update", false, "write what is recorded")

// machine is a new one that knows numpy.
func machine() *object.Thread {
	th := object.NewThread()
	numpy.Register()
	return th
}

// run runs a program that leaves a text in the variable out.
func run(th *object.Thread, source string) (string, error) {
	path := "<test>"
	if err := interp.RunMain(th, path, []byte(source)); err != nil {
		return "", err
	}
	m, err := interp.ImportModule(th, "__main__")
	if err != nil {
		return "", err
	}
	v, err := object.GetAttr(th, m, "out")
	if err != nil {
		return "", err
	}
	return object.StrOf(th, v)
}

// TestMissingNames lists which public names of numpy are missing: for each module and class how many there are, and those that
// are not. go test ./numpy -run MissingNames -update writes the list.
func TestMissingNames(t *testing.T) {
	names, err := os.ReadFile("names.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, err := run(machine(), `
import importlib
import numpy as np
lines = []
for line in `+strconv.Quote(string(names))+`.strip().split("\n"):
    owner, names = line.split(": ")
    names = names.split()
    try:
        where, _, last = owner.rpartition(".")
        o = getattr(importlib.import_module(where), last) if last[0].isupper() or where == "numpy" and last in ("ndarray", "generic", "dtype", "ufunc") else importlib.import_module(owner)
    except ImportError:
        lines.append(f"{owner}: 0 of {len(names)}")
        continue
    missing = []
    for name in names:
        try:
            getattr(o, name)
        except (AttributeError, ImportError):
            missing.append(name)
    lines.append(f"{owner}: {len(names) - len(missing)} of {len(names)}" + ("; without " + " ".join(missing) if missing else ""))
out = "\n".join(lines) + "\n"
`)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "missing.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

// TestAbsentName: what numpy has and magneto has not is an AttributeError that says so.
func TestAbsentName(t *testing.T) {
	_, err := run(machine(), "import numpy as np\nnp.datetime64('2020-01-01')\n")
	if err == nil || !strings.Contains(errorText(t, err), "module 'numpy' has no attribute 'datetime64'") {
		t.Errorf("got %v", err)
	}
}

func errorText(t *testing.T, err error) string {
	t.Helper()
	var e *object.Exception
	if !errors.As(err, &e) {
		t.Fatalf("no exception of the script: %v", err)
	}
	return e.Error()
}

// TestSums: sums of floats are made in pairs of blocks, rows of a matrix one after the other, as numpy does, so that every bit is its.
func TestSums(t *testing.T) {
	for source, want := range map[string]string{
		"a.sum()":                                     "0x1.96a46cf60c0f0p+12",
		"a.reshape(100, 100).sum(axis=0)[7]":          "0x1.0517f575b9c5ep+6",
		"a.reshape(100, 100).sum(axis=1)[7]":          "0x1.5a3afc32c7718p+6",
		"a.astype(np.float32).sum()":                  "0x1.96a46e0000000p+12",
		"a.mean()":                                    "0x1.4d1f1194b92ffp-1",
		"a[::3].std()":                                "0x1.e532c8be3d359p-3",
		"a.astype(np.float16)[:2000].sum()":           "0x1.4340000000000p+10",
		"a.reshape(10,10,100).sum(axis=(0,2))[3]":     "0x1.4f71472ade2f4p+9",
		"a.reshape(100,100).T.sum(axis=0)[3]":         "0x1.d88b19d4b4095p+5",
		"(a*1j).sum().imag":                           "0x1.96a46cf60c0f0p+12",
		"a.astype(np.float32).mean(dtype=np.float64)": "0x1.4d1f1198c63f1p-1",
		"a.var(ddof=1)":                               "0x1.cb8f9f3295472p-5",
	} {
		got, err := run(machine(), "import numpy as np\na = np.sqrt(np.arange(10000) % 977 / 1000)\nout = float("+source+").hex()\n")
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
}

// FuzzLoad: files that are no arrays give errors, whatever they say about their size.
func FuzzLoad(f *testing.F) {
	f.Add([]byte("\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }" + strings.Repeat(" ", 58) + "\n" + strings.Repeat("\x00", 16)))
	f.Add([]byte("\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999,), }" + strings.Repeat(" ", 48) + "\n"))
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"))
	f.Add([]byte("\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" + strings.Repeat(" ", 59) + "\n"))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var text strings.Builder
		for _, b := range data {
			text.WriteString(strconv.Itoa(int(b)) + ",")
		}
		_, err := run(machine(), "import io, numpy as np\nout = 0\ntry:\n    np.load(io.BytesIO(bytes(["+text.String()+"])))\nexcept Exception as e:\n    out = type(e).__name__\n")
		var fault *interp.InternalError
		if errors.As(err, &fault) {
			t.Fatal(fault, fault.Stack)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}
