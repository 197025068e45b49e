package guards

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// StateItem is one piece of a machine's state that compiled code depends on. Its values are numbers, for which Text has the words.
type StateItem struct {
	Name string
	Read func(*object.Thread) uint64
	Text func(uint64) string
}

// GlobalState lists what GLOBAL_STATE compares, in the order in which changes
// are reported. The packages that own the state append their items.
var GlobalState []StateItem

// ReadGlobalState is the state now, parallel to GlobalState.
func ReadGlobalState(th *object.Thread) []uint64 {
	out := make([]uint64, len(GlobalState))
	for i, item := range GlobalState {
		out[i] = item.Read(th)
	}
	return out
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
	for i, item := range GlobalState {
		if i < len(g.State) && item.Read(th) != g.State[i] {
			return false
		}
	}
	return true
}

func codeGlobalState(th *object.Thread, g *Guard) string {
	parts := make([]string, 0, len(g.State))
	for i, v := range g.State {
		parts = append(parts, fmt.Sprintf("%q:%q", GlobalState[i].Name, GlobalState[i].Text(v)))
	}
	return "___check_global_state() against {" + strings.Join(parts, ",") + "}"
}

func failGlobalState(th *object.Thread, g *Guard, _ object.Value, _ *run) string {
	text := "GLOBAL_STATE changed: "
	for i, item := range GlobalState {
		if i < len(g.State) && item.Read(th) != g.State[i] {
			text += item.Name + " "
		}
	}
	return text
}
