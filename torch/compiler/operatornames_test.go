package compiler_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/torch/compiler"
)

var writeOperators = flag.Bool("operators.write", false, "TestOperatorNames writes docs/operators.md")

const operatorsPage = "../../docs/operators.md"

// missingBecause says why names of PyTorch are not here, by patterns of "module.name"; the first that fits counts.
var missingBecause = []struct{ pattern, reason string }{
	{`^torch\.(cuda|xpu|mps|accelerator|backends)\.|\.(cudnn|miopen|mkldnn|fbgemm|mps|xpu|cuda)_|batch_norm_(backward_)?(elemt|gather|stats|reduce|update)|is_vulkan|cudnn|record_stream`, "needs another device than the processor"},
	{`^torch\.(distributed|nn\.parallel|multiprocessing)\.`, "several processes"},
	{`^torch\.(quantization|ao)\b|quant|^torch\.(Tensor\.)?(q_|int_repr|per_channel|per_tensor|qscheme|QInt|QUInt)|[Qq][Uu]?[Ii]nt\d`, "quantised tensors"},
	{`^torch\.sparse\.|sparse|(^|[._])(ccol|crow|col|row)_indices|coalesce|dense_dim|\.(values|indices)(_copy)?$|hspmm|sspaddmm|spmm|dsmm|hsmm|saddmm|\.smm$`, "sparse tensors"},
	{`^torch\.masked\.`, "masked tensors"},
	{`^torch\.(onnx|package|hub)\.`, "exchange with other programs"},
	{`^torch\.jit\.|Script|Type$|^torch\.(Block|Code|Node|Graph|Gradient|Use|Value|Argument|Capsule|CallStack|Compil|Concrete|Deep|Deserial|Serial|Error|Execution|Function|IODes|LiteScript|Locking|Logger|Noop|Operator|PyTorchFile|StaticModule|Storage|Throughput|Tracing|Benchmark|Alias|Aggregation|import_ir|sym_|Disable|Exclude|classes|cpp|ao|SUM|AVG)`, "internals of TorchScript and of the C++ library"},
	{`common_args|_notes$|factory_kwargs|^torch\.functional|BroadcastingList|boolean_dispatch|DType|USE_|PRIVATE|profiler_allow`, "a private helper"},
	{`^torch\.(profiler|autograd)\.`, "the profiler of PyTorch"},
	{`^torch\.(export|fx|compiler)\.`, "parts of capturing that are not written"},
	{``, "not written"},
}

// leastNames are the shares of names that must be there.
var leastNames = map[string]float64{"torch": 0.82, "torch.Tensor": 0.92, "torch.nn": 0.97, "torch.nn.functional": 0.90, "torch.optim": 0.94, "torch.nn.init": 1, "torch.distributions": 1, "torch.special": 0.96, "torch.linalg": 0.86, "torch.fft": 0.91}

// TestOperatorNames compares the public names of PyTorch with those here, and docs/operators.md with that.
func TestOperatorNames(t *testing.T) {
	compiler.Register()
	source, err := os.ReadFile("../names.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := outOf("names", namesProgram+"out = missing("+fmt.Sprintf("%q", source)+")\n")
	if err != nil {
		t.Fatal(err)
	}
	text = strings.NewReplacer(`'`, `"`, "(", "[", ")", "]").Replace(text)
	var found []struct {
		Module  string
		All     int
		Missing []string
	}
	var rows [][]json.RawMessage
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	for _, row := range rows {
		f := append(found, struct {
			Module  string
			All     int
			Missing []string
		}{})
		found = f
		last := &found[len(found)-1]
		for i, into := range []any{&last.Module, &last.All, &last.Missing} {
			if err := json.Unmarshal(row[i], into); err != nil {
				t.Fatal(err)
			}
		}
	}
	var page strings.Builder
	page.WriteString("# Names of PyTorch\n\nHow many of the public names of PyTorch 2.14 (`torch/names.txt`) are here, and why the others are not. A test writes this page: `go test ./torch/compiler -run OperatorNames -operators.write`.\n\n| module | here | of |\n| --- | --- | --- |\n")
	byReason := map[string][]string{}
	for _, m := range found {
		here := m.All - len(m.Missing)
		fmt.Fprintf(&page, "| `%s` | %d | %d |\n", m.Module, here, m.All)
		if least := leastNames[m.Module]; float64(here) < least*float64(m.All) {
			t.Errorf("%s: %d of %d names", m.Module, here, m.All)
		}
		for _, name := range m.Missing {
			full := m.Module + "." + name
			for _, b := range missingBecause {
				if regexp.MustCompile(b.pattern).MatchString(full) {
					byReason[b.reason] = append(byReason[b.reason], full)
					break
				}
			}
		}
	}
	page.WriteString("\n## What is not here\n")
	var reasons []string
	for r := range byReason {
		reasons = append(reasons, r)
	}
	sort.Strings(reasons)
	for _, r := range reasons {
		fmt.Fprintf(&page, "\n### %s\n\n", strings.ToUpper(r[:1])+r[1:])
		last := ""
		for _, name := range byReason[r] {
			module, short := name[:strings.LastIndexByte(name, '.')], name[strings.LastIndexByte(name, '.')+1:]
			if module != last {
				if last != "" {
					page.WriteString("\n\n")
				}
				page.WriteString("`" + module + "`: " + short)
			} else {
				page.WriteString(", " + short)
			}
			last = module
		}
		page.WriteString("\n")
	}
	if *writeOperators {
		if err := os.WriteFile(operatorsPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(operatorsPage)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), page.String()); diff != "" {
		t.Errorf("docs/operators.md is not what is here (-page +here):\n%s", diff)
	}
}

// namesProgram finds for each module how many names PyTorch has, and which are missing here.
const namesProgram = `
import importlib
import torch

def there(home, name):
    try:
        value = getattr(home, name)
    except Exception:
        return False
    return type(value).__name__ != "Absent"

def missing(text):
    rows = []
    for line in text.splitlines():
        module, _, names = line.partition(":")
        names = names.split()
        try:
            home = torch.Tensor if module == "torch.Tensor" else importlib.import_module(module)
        except ImportError:
            home = None
        rows.append([module, len(names), [n for n in names if not there(home, n)]])
    return rows
`
