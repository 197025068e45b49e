package variables

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file words the errors of operators on tensors without data. PyTorch computes shapes there by other code than that of its kernels, which has its own words.

// fakeWordings has, for an error of a kernel, how the same is said of tensors without data.
var fakeWordings = []struct {
	eager *regexp.Regexp
	fake  string
	kind  *object.Type // nil: the same
}{
	{regexp.MustCompile(`^mat1 and mat2 shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)$`), "a and b must have same reduction dim, but got [$1, $2] X [$3, $4].", nil},
	{regexp.MustCompile(`^self must be a matrix$`), "a must be 2D", nil},
	{regexp.MustCompile(`^mat2 must be a matrix$`), "b must be 2D", nil},
	{regexp.MustCompile(`^vector \+ matrix @ vector expected, got \d+, (\d+, \d+)$`), "matrix @ vector expected, got $1", nil},
	{regexp.MustCompile(`^expand\(torch.*the number of sizes provided \([1-9].*$`), "expand: the requested shape has too few dimensions!", nil},
	{regexp.MustCompile(`^maximum size for tensor at dimension`), "Maximum size for tensor at dimension", nil},
	{regexp.MustCompile(`^trace: expected a matrix, but got`), "expected a matrix, but got", nil},
	{regexp.MustCompile(`^selected index k out of range$`), "k not in range for dimension", nil},
	{regexp.MustCompile(`^The expanded size of the tensor \((\d+)\) must match the existing size \((\d+)\) at non-singleton dimension .*$`), "expand: attempting to expand a dimension of length $2 -> $1!", nil},
	{regexp.MustCompile(`^stack expects each tensor to be equal size, but got (\[.*\]) at entry 0 and .*$`), "stack expects each tensor to be equal size, but got torch.Size($1) at entry 0 ", nil},
	{regexp.MustCompile(`^size mismatch, got input \(\d+\), mat \((\d+x\d+)\), vec \((\d+)\)$`), "size mismatch, got input ($1), vec ($2)", nil},
	{regexp.MustCompile(`^(inconsistent tensor size, .* to have )the same(.*)$`), "${1}thesame$2", nil},
	{regexp.MustCompile(`^output with shape (\[.*\]) doesn't match the broadcast shape \[(.*)\]$`), "output with shape torch.Size($1) doesn't match the broadcast shape ($2)", nil},
	{regexp.MustCompile(`^permute\(sparse_coo\): .* input\.dim\(\) = (\d+) is not equal to len\(dims\) = (\d+)$`), "Attempting to permute a tensor of rank $1, but received a permutation of length $2!", object.ValueError},
	{regexp.MustCompile(`^Given normalized_shape=(\[.*\]), expected input with shape \[\*, (.*\]), but got input of size(\[.*\])$`), "Given normalized_shape=$1, expected input with shape [$2, but got input of size torch.Size($3)", nil},
}

// reworded is an error of an operator in the words for tensors without data.
func reworded(exc *object.Exception) *object.Exception {
	text := exc.Error()
	for _, w := range fakeWordings {
		if !w.eager.MatchString(text) {
			continue
		}
		kind := w.kind
		if kind == nil {
			kind = exc.Type()
		}
		return object.NewException(kind, w.eager.ReplaceAllString(text, w.fake))
	}
	return exc
}

// bindError is a call whose arguments no overload of an operator takes.
type bindError struct{ of *ops.Error }

func (e bindError) Error() string { return e.of.Error() }

// misbound is the break at such a call; other errors than of types are those of an operator.
func (t *Trace) misbound(th *object.Thread, e bindError, target string) error {
	if e.of.Kind != "TypeError" || !strings.Contains(e.of.Msg, "argument") {
		return t.fakeError(e.of)
	}
	return &Unsupported{Title: "TypeError when making fake tensor call", Context: fmt.Sprintf("TypeError %s: %s", target, e.of.Msg)}
}

// badOperand is the error of an operator of Python between a tensor and something that tensors do not know.
func (t *Trace) badOperand(th *object.Thread, name, format string, a, b Tracker) error {
	for _, x := range []Tracker{a, b} {
		switch x.(type) {
		case *Object, *Function, *Method, *Generator:
			return t.inCall(th, missingProxy(x.Kind()), []Tracker{a, b}, nil)
		}
	}
	shown := func(x Tracker) string {
		if _, ok := x.(*Tensor); ok {
			return "FakeTensor"
		}
		if short := t.TypeOf(x).Name; short == "list" || short == "dict" {
			return "immutable_" + short
		}
		return t.TypeOf(x).Name
	}
	exc := object.NewException(object.TypeError, fmt.Sprintf(format, shown(a), shown(b)))
	return t.raisedOnFakes(th, exc, "call_function <built-in function "+name+">", []Tracker{a, b}, nil)
}

func isTensor(x Tracker) bool {
	_, ok := x.(*Tensor)
	return ok
}
