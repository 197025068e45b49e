package guards

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// State is what compiled code depends on of a machine, packed into one word, which is read before each call. Read has the number
// of TorchFunctionModes in the word, too, at StateModes, which belongs to none of the items.
type State struct {
	Read  func(*object.Thread) uint64
	Items []StateItem // in the order in which changes are reported
}

// StateItem is one piece of it: the bits of the word from First on. Text has the words for their values.
type StateItem struct {
	Name        string
	First, Bits uint
	Text        func(uint64) string
}

// of is the item's part of the state.
func (i *StateItem) of(word uint64) uint64 { return word >> i.First & (1<<i.Bits - 1) }

// StateClassesOff and StateModesOff are the bits of a state in which functions of torch pass over the classes of their arguments, and over modes, too.
const (
	StateClassesOff = 4
	StateModesOff   = 5
)

// StateKnown is set in all states that were read.
const StateKnown = uint64(1) << 63

// StateModes is the first of the eight bits with the number of TorchFunctionModes, at most 255.
const (
	StateModes     = 24
	stateModesMask = uint64(255) << StateModes
)

// GlobalState is what GLOBAL_STATE compares. The package that owns the state sets it.
var GlobalState State

// ReadGlobalState is the state now.
func ReadGlobalState(th *object.Thread) uint64 {
	if GlobalState.Read == nil {
		return 0
	}
	return GlobalState.Read(th)&^stateModesMask | StateKnown
}

// usual is the word of a machine in which the ambient guards hold, if it tells that alone: the expected state, and no modes.
// 0 if there is none.
func usual(ambient []*Guard) (word uint64) {
	for _, g := range ambient {
		switch {
		case g.Kind == GlobalStateGuard && g.State != 0:
			word = g.State
		case g.Kind != TorchFunctionState || len(g.Values) > 0:
			return 0
		}
	}
	return word
}

// FunctionModes lists the TorchFunctionModes around the frame, the outermost first. The package that owns the stack sets it.
var FunctionModes func(*object.Thread) []object.Value

// ModeTypes are the classes of the TorchFunctionModes around the frame.
func ModeTypes(th *object.Thread) []object.Value {
	if FunctionModes == nil {
		return nil
	}
	var types []object.Value
	for _, m := range FunctionModes(th) {
		types = append(types, m.Type().Ref())
	}
	return types
}

// checkModeStack compares the classes of the modes with those of the trace.
func checkModeStack(th *object.Thread, g *Guard, _ object.Value, _ *run) bool {
	if FunctionModes == nil {
		return true
	}
	modes := FunctionModes(th)
	if len(modes) != len(g.Values) {
		return false
	}
	for i, m := range modes {
		if m.Type().Ref() != g.Values[i] {
			return false
		}
	}
	return true
}

func codeModeStack(*object.Thread, *Guard) string { return "___check_torch_function_mode_stack()" }

func checkGlobalState(th *object.Thread, g *Guard, _ object.Value, _ *run) bool {
	return g.State == 0 || ReadGlobalState(th) == g.State
}

func codeGlobalState(th *object.Thread, g *Guard) string {
	var parts []string
	if g.State != 0 {
		for _, item := range GlobalState.Items {
			parts = append(parts, fmt.Sprintf("%q:%q", item.Name, item.Text(item.of(g.State))))
		}
	}
	return "___check_global_state() against {" + strings.Join(parts, ",") + "}"
}

func failGlobalState(th *object.Thread, g *Guard, _ object.Value, _ *run) string {
	text := "GLOBAL_STATE changed: "
	now := ReadGlobalState(th)
	for _, item := range GlobalState.Items {
		if g.State != 0 && item.of(now) != item.of(g.State) {
			text += item.Name + " "
		}
	}
	return text
}
