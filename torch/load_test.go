package torch

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/vm/interp"
)

// FuzzLoad reads damaged checkpoints, and bytes as safetensors: they give tensors or an exception, and write nothing.
func FuzzLoad(f *testing.F) {
	Register()
	for _, name := range []string{"testdata/zip.pt", "testdata/old.pt"} {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(data[:len(data)/2])
		f.Add([]byte(strings.Replace(string(data), "torch._utils", "os.pathlibs.", 1)))
	}
	f.Add([]byte("\x80\x02cos\nsystem\nX\x02\x00\x00\x00lsR."))
	f.Add([]byte("\x80\x02ctorch\nSize\n}X\x01\x00\x00\x00aK\x01sb."))
	f.Add([]byte("\x10\x00\x00\x00\x00\x00\x00\x00{\"a\":{\"dtype\":\"F"))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var text strings.Builder
		for _, b := range data {
			text.WriteString(strconv.Itoa(int(b)) + ",")
		}
		th := interp.NewMachine().Main()
		err := interp.RunMain(th, "<load>", []byte("import io, torch, safetensors.torch\ndata = bytes(["+text.String()+`])
for read in (lambda: torch.load(io.BytesIO(data)), lambda: safetensors.torch.load(data)):
    try:
        read()
    except Exception:
        pass
`))
		var fault *interp.InternalError
		if errors.As(err, &fault) {
			t.Fatal(fault, fault.Stack)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
}
