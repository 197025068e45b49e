package variables

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file words the errors of operators on tensors without data. PyTorch computes shapes there by other code than that of its kernels, which has its own words.

// fakeWordings has, for an error of a kernel, how the same is said of tensors without data.
var fakeWordings = []struct {
	eager *regexp.Regexp
	fake  string
	kind  *object.Type // nil: the same
	meta  bool         // it is said so wherever tensors have no data, not only while a function is compiled
	of    string       // part of the text of the calls that it is said of, "" for all
}{
	{regexp.MustCompile(`^mat1 and mat2 shapes cannot be multiplied \(([^ x]+)x([^ x]+) and ([^ x]+)x([^ x]+)\)$`), "a and b must have same reduction dim, but got [$1, $2] X [$3, $4].", nil, true, ""},
	{regexp.MustCompile(`^self must be a matrix$`), "a must be 2D", nil, true, ""},
	{regexp.MustCompile(`^mat2 must be a matrix$`), "b must be 2D", nil, true, ""},
	{regexp.MustCompile(`^vector \+ matrix @ vector expected, got \d+, (\d+, \d+)$`), "matrix @ vector expected, got $1", nil, false, ""},
	{regexp.MustCompile(`^expand\(torch.*the number of sizes provided \([1-9].*$`), "expand: the requested shape has too few dimensions!", nil, false, ""},
	{regexp.MustCompile(`^maximum size for tensor at dimension`), "Maximum size for tensor at dimension", nil, false, ""},
	{regexp.MustCompile(`^trace: expected a matrix, but got`), "expected a matrix, but got", nil, false, ""},
	{regexp.MustCompile(`^selected index k out of range$`), "k not in range for dimension", nil, false, ""},
	{regexp.MustCompile(`^(Size does not match at dimension \d+ expected index )(\[.*\])( to be no larger than self )(\[.*\])( apart from dimension \d+)$`), "${1}torch.Size($2)${3}torch.Size($4)$5", nil, false, ""},
	{regexp.MustCompile(`^The size of tensor a \((\S+)\) must match the size of tensor b \((\S+)\) at non-singleton dimension .*$`), "expand: attempting to expand a dimension of length $2 -> $1!", nil, false, "call_method copy_"},
	{regexp.MustCompile(`^output with shape .* doesn't match the broadcast shape .*$`), "expand: the requested shape has too few dimensions!", nil, false, "call_method copy_"},
	{regexp.MustCompile(`^The expanded size of the tensor \((\w+)\) must match the existing size \((\w+)\) at non-singleton dimension .*$`), "expand: attempting to expand a dimension of length $2 -> $1!", nil, false, ""},
	{regexp.MustCompile(`^stack expects each tensor to be equal size, but got (\[.*\]) at entry 0 and .*$`), "stack expects each tensor to be equal size, but got torch.Size($1) at entry 0 ", nil, false, ""},
	{regexp.MustCompile(`^size mismatch, got input \(\d+\), mat \((\d+x\d+)\), vec \((\d+)\)$`), "size mismatch, got input ($1), vec ($2)", nil, true, ""},
	{regexp.MustCompile(`^(inconsistent tensor size, .* to have )the same(.*)$`), "${1}thesame$2", nil, true, ""},
	{regexp.MustCompile(`^output with shape (\[.*\]) doesn't match the broadcast shape \[(.*)\]$`), "output with shape torch.Size($1) doesn't match the broadcast shape ($2)", nil, false, ""},
	{regexp.MustCompile(`^permute\(sparse_coo\): .* input\.dim\(\) = (\d+) is not equal to len\(dims\) = (\d+)$`), "Attempting to permute a tensor of rank $1, but received a permutation of length $2!", object.ValueError, false, ""},
	{regexp.MustCompile(`^torch\.cat\(\): expected a non-empty list of Tensors$`), "cat expects at least one tensor, but received zero!", nil, false, ""},
	{regexp.MustCompile(`^stack expects a non-empty TensorList$`), "$0", object.AssertionError, false, ""},
	{regexp.MustCompile(`^(div expected rounding_mode .* but found )'(.*)'$`), "$1$2.", object.ValueError, false, ""},
	{regexp.MustCompile(`^(Expected tensor for argument #1 'indices' .* but got )torch\.(\w+)Tensor instead .*$`), "$1<$2> instead", nil, false, ""},
	{regexp.MustCompile(`^linalg\.inv(: A must be batches of square matrices.*)$`), "linalg.inv_ex$1", nil, false, ""},
	{regexp.MustCompile(`^linalg\.inv: (Expected a floating point .* Got )(\w+)$`), "linalg.inv_ex: $1<$2>", nil, false, ""},
	{regexp.MustCompile(`^(?:logdet|linalg\.matrix_(?:norm|power)): .*$`), "$0", nil, false, ""},
	{regexp.MustCompile(`^(.*_? expects (?:std|lambda|sigma|p) .*(?:found|got) .*[ =]-?\d+)$`), "$1.0", nil, false, ""},
	{regexp.MustCompile(`^(.*: Expected a floating point or complex tensor as input\. Got )(\w+)$`), "$1<$2>", nil, false, ""},
	{regexp.MustCompile(`^(linalg\.(?:qr|svd): The input tensor A must have at least 2 dimensions\.)$`), "$1", nil, false, ""},
	{regexp.MustCompile(`^linalg\.inv: The input tensor A must have at least 2 dimensions\.$`), "linalg.inv_ex: The input tensor must have at least 2 dimensions, got 1", object.AssertionError, false, ""},
	{regexp.MustCompile(`^(.*: The input tensor )A (must have at least 2 dimensions)\.$`), "$1$2, got 0", object.AssertionError, false, "size=()"},
	{regexp.MustCompile(`^(.*: The input tensor )A (must have at least 2 dimensions)\.$`), "$1$2, got 1", object.AssertionError, false, ""},
	{regexp.MustCompile(`^(.*: Expected tensor with 2 or more dimensions\. Got size: )(\[.*\])( instead)$`), "${1}torch.Size($2)$3", nil, false, ""},
	{regexp.MustCompile(`^(cdist only supports floating-point dtypes, X[12] got: )(\w+)$`), "$1<$2>", nil, false, ""},
	{regexp.MustCompile(`^where expected condition to be a boolean tensor, but got a tensor with dtype (\w+)$`), "expected predicate to be bool, got <$1>", nil, false, ""},
	{regexp.MustCompile(`^torch\.histogram\(\): bins must be > 0, but got (\d+) for dimension 0$`), "histc(): bins must be > 0, but got $1", nil, false, ""},
	{regexp.MustCompile(`^(Expected 3D or 4D \(batch mode\) tensor) with possibly 0 batch size and other non-zero dimensions for input, but got: \[(.*)\]$`),
		"$1 for input with possible 0 batch size and non-zero dimensions, but got: ($2)", nil, false, ""},
	{regexp.MustCompile(`^expected target dtype to be Long or Byte, but got (\w+)$`), "gather(): Expected dtype int32/int64 for index, but got <$1>", nil, false, ""},
	{regexp.MustCompile(`^expected scalar type (\w+) but found (\w+)$`), "Input type (<$1>) and weight type (<$2>) should be the same", nil, false, " conv"},
	{regexp.MustCompile(`^expected scalar type (\w+) but found (\w+)$`), "expected scalar type <$1> but found <$2>", nil, false, ""},
	{regexp.MustCompile(`^(dot : expected both vectors to have same dtype, but found )(\w+) and (\w+)$`), "$1<$2> and <$3>", nil, false, ""},
	{regexp.MustCompile(`^(addmv input tensors must have the same dtype, but got )(\w+), (\w+), and (\w+)$`), "$1<$2>, <$3>, and <$4>", nil, true, ""},
	{regexp.MustCompile(`^(Input dtypes must be the same, got: input) ([\w ]+)(, batch1: )([\w ]+)(, batch2: )([\w ]+)$`), "$1: <$2>$3<$4>$5<$6>", nil, true, ""},
	{regexp.MustCompile(`^arg(?:max|min)\(\)(: Expected reduction dim to be specified for input\.numel\(\) == 0\.)$`), "argmax$1", object.RuntimeError, false, ""},
	{regexp.MustCompile(`^(arg(?:max|min))\(\)(: Expected reduction dim \d+ to have non-zero size\.)$`), "argmax$2", nil, false, ""},
	{regexp.MustCompile(`^"([lr]shift)_cpu" not implemented for '(\w+)'$`), "$1: Expected input tensor to have an integral dtype. Got <$2>", object.RuntimeError, false, ""},
	{regexp.MustCompile(`^grid_sampler\(\): expected grid to have size 2 in last dimension, but got grid with sizes \[.*, (\d+)\]$`), "grid last dimension must be 2 (for x,y coords), got $1", object.AssertionError, false, ""},
	{regexp.MustCompile(`^shape mismatch: indexing tensors could not be broadcast together with shapes (\[(?:\d+, )*\d+\]), \[(\d+)\] *$`),
		"Attempting to broadcast a dimension of length $2 at -1! Mismatching argument at index 1 had torch.Size([$2]); but expected shape should be broadcastable to $1", object.RuntimeError, false, ""},
	{regexp.MustCompile(`^Given normalized_shape=(\[.*\]), expected input with shape \[\*, (.*\]), but got input of size(\[.*\])$`), "Given normalized_shape=$1, expected input with shape [$2, but got input of size torch.Size($3)", nil, true, ""},
	{regexp.MustCompile(`^The expanded size of the tensor \(-1\) isn't allowed in a leading, non-existing dimension \d+$`), "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement request to PyTorch.)", nil, false, ""},
	{regexp.MustCompile(`^step is (-?\d+) but must be > 0$`), "Step is $1 but must be > 0", nil, false, "call_method unfold"},
	{regexp.MustCompile(`^(The shape of the mask )(\[.*?\])( at index \d+ does not match the shape of the indexed tensor )(\[.*?\])( at index \d+)$`), "${1}torch.Size($2)${3}torch.Size($4)$5", nil, false, ""},
	{regexp.MustCompile(`^index_add_\(\): (Number of indices \(\d+\) should be equal to) source\.size\(dim\): (\(\d+\)), for dim: (\d+)$`), "$1 tensor.size(dim) $2, for dim=$3", nil, false, ""},
	{regexp.MustCompile(`^(index_copy_\(\): Source/destination .* slice shape: )([\d ,]*)( at dimension \d+ and source slice shape: )([\d ,]*)( at dimension \d+\.)$`), "${1}torch.Size([$2])${3}torch.Size([$4])$5", nil, false, ""},
	{regexp.MustCompile(`^masked_fill_ only .*$`), "$0", nil, false, "call_method masked_fill_"},
	{regexp.MustCompile(`^masked_fill_ only supports boolean masks, but got mask with dtype (\w+)$`), "expected predicate to be bool, got <$1>", nil, false, ""},
	{regexp.MustCompile(`^masked_fill_ (only supports a 0-dimensional value tensor, but got tensor with \d+ dimension)\(s\)\.$`), "$1", nil, false, ""},
	{regexp.MustCompile(`^masked_scatter_ only supports boolean masks, but got mask with dtype \w+$`), "Mask must be bool or uint8", nil, false, ""},
	{regexp.MustCompile(`^(take\(\): Expected a long tensor for index, but got )(\w+)$`), "$1<$2>", nil, false, ""},
	{regexp.MustCompile(`^dim \d+ appears multiple times in the list of dims$`), "duplicate value in the list of dims", nil, false, ""},
	{regexp.MustCompile(`^(mean\(\): could not infer output dtype\. .* Got: )(\w+)$`), "$1<$2>", nil, false, ""},
	{regexp.MustCompile(`^(?:amax|amin)\(\): Expected reduction dim to be specified for input\.numel\(\) == 0\..*$`), "reducing over zero-size dimension for reduction operation without identity", nil, false, ""},
	{regexp.MustCompile(`^(shifts and dimensions must align\. shifts: \d+, dims:)(\d+)$`), "$1 $2", nil, false, ""},
	{regexp.MustCompile(`^("histogram_cpu" not implemented for )'(\w+)'$`), "$1'<$2>'", object.RuntimeError, false, ""},
	{regexp.MustCompile(`^torch\.block_diag: (.*)$`), "$1", nil, false, ""},
	{regexp.MustCompile(`^torch\.clamp: At least one of 'min' or 'max' must not be None$`), "clamp called but both min and max are none!", object.ValueError, false, ""},
	{regexp.MustCompile(`^"bitwise_not_cpu" not implemented for '\w+'$`), "~ (operator.invert) is only implemented on integer and Boolean-type tensors", object.TypeError, false, "invert"},
	{regexp.MustCompile(`^Expected both inputs to be Half, Float or Double tensors but got (?:Half|Float|Double) and (\w+)$`), "imag must be floating point, got <$1>", object.AssertionError, false, ""},
	{regexp.MustCompile(`^Expected both inputs to be Half, Float or Double tensors but got (\w+) and \w+$`), "real must be floating point, got <$1>", object.AssertionError, false, ""},
	{regexp.MustCompile(`^"div_floor_cpu" not implemented for '(Complex\w+)'$`), "<$1> not supported for floor_divide", object.RuntimeError, false, ""},
	{regexp.MustCompile(`^(Unsupported input type encountered for isin\(\): )(\w+)$`), "$1<$2>", nil, false, ""},
	{regexp.MustCompile(`^result type (\w+) can't be cast to the desired output type (\w+)$`), "result type <$1> can't be cast to the desired output type <$2>", nil, false, "call_method div_"},
	{regexp.MustCompile(`^('weight' must be 2-D)$`), "$1, got 1-D", object.AssertionError, false, ""},
	{regexp.MustCompile(`^(Expected (?:weight|bias) to be of same shape as normalized_shape, but got (?:weight|bias) of shape )(\[.*?\])( and .*)$`), "${1}torch.Size($2)$3", nil, false, ""},
	{regexp.MustCompile(`^(weight tensor should be defined either .* of shape: )(\[.*\])$`), "${1}torch.Size($2)", object.AssertionError, false, ""},
	{regexp.MustCompile(`^(0D or 1D target tensor expected, multi-target not supported)$`), "$1, got 2D", object.AssertionError, false, ""},
}

// shownDtype is where a wording puts an element type, which kernels name in ways of their own.
var shownDtype = regexp.MustCompile(`<[\w ]+>`)

// namedDtype is the name in Python of an element type that is named as kernels or C do, in angle brackets.
func namedDtype(bracketed string) string {
	name := strings.Trim(bracketed, "<>")
	if python, ok := dtypeNames[strings.ToLower(name)]; ok {
		return "torch." + python
	}
	return name
}

var dtypeNames = map[string]string{
	"float": "float32", "double": "float64", "half": "float16", "bfloat16": "bfloat16", "byte": "uint8", "char": "int8", "short": "int16", "int": "int32", "long": "int64", "long int": "int64", "bool": "bool",
	"unsigned char": "uint8", "signed char": "int8", "complexfloat": "complex64", "complexdouble": "complex128", "c10::half": "float16", "c10::bfloat16": "bfloat16",
}

// joinedSizes and joinedDims are what tensors that are joined do not agree in.
var (
	joinedSizes = regexp.MustCompile(`^(Sizes of tensors must match except in dimension (\d+)\.) Expected size (\d+) but got size (\d+) for (tensor number (\d+) in the list)\.$`)
	joinedDims  = regexp.MustCompile(`^Tensors must have same number of dimensions: got (\d+) and (\d+)$`)
	splitSum    = regexp.MustCompile(`^split_with_sizes expects split_sizes to sum exactly to (\d+) .* split_sizes=\[(.*)\]$`)
)

// fromArguments words errors whose words for tensors without data tell more of the arguments than those of kernels do; nil for others.
func (t *Trace) fromArguments(th *object.Thread, text string, args []Tracker) *object.Exception {
	if m := splitSum.FindStringSubmatch(text); m != nil {
		sum := 0
		for _, part := range strings.Split(m[2], ", ") {
			n, _ := strconv.Atoi(part)
			sum += n
		}
		return object.NewException(object.ValueError, fmt.Sprintf("Split sizes add up to %d but got the tensor's size of %s", sum, m[1]))
	}
	if len(args) == 0 {
		return nil
	}
	joined, ok := t.Peek(args[0]).(*Container)
	if !ok {
		return nil
	}
	var shapes [][]symbolic.Int
	for _, item := range t.Items(th, joined) {
		if ten, ok := t.Peek(item).(*Tensor); ok {
			shapes = append(shapes, ten.Fake.Sizes)
		}
	}
	if m := joinedSizes.FindStringSubmatch(text); m != nil {
		along, _ := strconv.Atoi(m[2])
		at, _ := strconv.Atoi(m[6])
		if at >= len(shapes) {
			return nil
		}
		for k, n := range shapes[0] {
			if k != along && k < len(shapes[at]) && n.String() == m[3] && shapes[at][k].String() == m[4] {
				return object.NewException(object.RuntimeError, fmt.Sprintf("%s Expected %s in dimension %d but got %s for %s", m[1], m[3], k, m[4], m[5]))
			}
		}
	}
	if m := joinedDims.FindStringSubmatch(text); m != nil {
		for i, shape := range shapes {
			if strconv.Itoa(len(shape)) == m[2] {
				return object.NewException(object.RuntimeError, fmt.Sprintf("Number of dimensions of tensors must match.  Expected %s-D tensors, but got %s-D for tensor number %d in the list", m[1], m[2], i))
			}
		}
	}
	return nil
}

// reworded is an error of an operator in the words of a function that is being compiled, which makes the call.
func reworded(exc *object.Exception, call string) *object.Exception { return inWords(exc, false, call) }

// Reworded is an error of an operator in the words for tensors without data.
func Reworded(exc *object.Exception) *object.Exception { return inWords(exc, true, "") }

func inWords(exc *object.Exception, meta bool, call string) *object.Exception {
	text := exc.Error()
	for _, w := range fakeWordings {
		if meta && !w.meta || !strings.Contains(call, w.of) || !w.eager.MatchString(text) {
			continue
		}
		kind := w.kind
		if kind == nil {
			kind = exc.Type()
		}
		return object.NewException(kind, shownDtype.ReplaceAllStringFunc(w.eager.ReplaceAllString(text, w.fake), namedDtype))
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
	return &Unsupported{Title: "TypeError when making fake tensor call", Context: fmt.Sprintf("TypeError %s: %s", target, ofFakes(e.of.Msg))}
}

// ofFakes is the text of a call that does not bind, whose tensors have no data.
func ofFakes(text string) string {
	head, given, found := strings.Cut(text, " - got (")
	if !found {
		text = strings.Replace(text, "TensorBase.", "FakeTensor.", 1)
		if rest, ok := strings.CutSuffix(text, ", not Tensor"); ok {
			text = rest + ", not FakeTensor"
		}
		return text
	}
	kinds, rest, _ := strings.Cut(given, ")")
	return head + " - got (" + tensorKind.ReplaceAllString(kinds, "${1}FakeTensor") + ")" + rest
}

// tensorKind is a tensor in a list of the kinds of arguments.
var tensorKind = regexp.MustCompile(`(^|[ =(\[])Tensor\b`)

// badOperand is the error of an operator of Python between a tensor and something that tensors do not know.
func (t *Trace) badOperand(th *object.Thread, name string, words func(a, b string) string, a, b Tracker) error {
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
	exc := object.NewException(object.TypeError, words(shown(a), shown(b)))
	return t.raisedOnFakes(th, exc, "call_function <built-in function "+name+">", []Tracker{a, b}, nil)
}

func isTensor(x Tracker) bool {
	_, ok := x.(*Tensor)
	return ok
}
