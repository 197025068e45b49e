package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// settings is what frames are compiled by.
type settings struct {
	values   *object.Dict // of torch._dynamo.config, nil until that is imported
	disabled bool         // by the environment

	last    *dynamo.Config // what Config gave last, nil when the stance has changed since
	version uint64         // of values, then
}

// Config is torch._dynamo.config, as far as frame conversion reads it, with the stance.
func (host) Config(th *object.Thread) *dynamo.Config {
	state := states.Of(th)
	s := &state.settings
	version := uint64(0)
	if s.values != nil {
		version = s.values.Version()
	}
	if s.last == nil || s.version != version {
		s.version, s.last = version, s.read(th, state.stance)
	}
	return s.last
}

func (s *settings) read(th *object.Thread, stance stance) *dynamo.Config {
	return &dynamo.Config{
		Config: variables.Config{
			TrackOrigins: s.bool(th, "track_nodes_for_deduplication", false) || s.bool(th, "use_graph_deduplication", false),
			AssumeStatic: s.bool(th, "assume_static_by_default", true), AutomaticDynamic: s.bool(th, "automatic_dynamic_shapes", true),
			AutomaticUnbacked:  s.text("automatic_dynamic_shapes_mark_as") == "unbacked",
			InstallFreeTensors: s.bool(th, "install_free_tensors", false), SpecializeInt: s.bool(th, "specialize_int", false), SpecializeFloat: s.bool(th, "specialize_float", false),
			CaptureScalarOutputs: s.bool(th, "capture_scalar_outputs", false), CaptureDynamicOutputs: s.bool(th, "capture_dynamic_output_shape_ops", false),
			UnspecModuleInts: s.bool(th, "allow_unspec_int_on_nn_module", false), AllowRNN: s.bool(th, "allow_rnn", false),
			TraceAutograd: s.bool(th, "trace_autograd_ops", false),
			TraceNumpy:    s.bool(th, "trace_numpy", true), NumpyStream: s.bool(th, "use_numpy_random_stream", false), NestedBreaks: s.bool(th, "nested_graph_breaks", false), TraceSkipped: s.bool(th, "dont_skip_tracing", false), TraceUnittest: s.bool(th, "enable_trace_unittest", false),
			TraceClasses:         s.bool(th, "enable_trace_load_build_class", false),
			GuardHooks:           !s.bool(th, "skip_nnmodule_hook_guards", true),
			ForceParameterStatic: s.bool(th, "force_parameter_static_shapes", true), ForceModuleStatic: s.bool(th, "force_nn_module_property_static_shapes", true), RewriteAssert: s.bool(th, "rewrite_assert_with_torch_assert", true),
			Reorderable: s.member("reorderable_logging_functions"), Ignored: s.member("ignore_logging_functions"),
		},
		RecompileLimit: s.int("recompile_limit", 8), AccumulatedRecompileLimit: s.int("accumulated_recompile_limit", 256),
		FailOnRecompileLimitHit: s.bool(th, "fail_on_recompile_limit_hit", false), ErrorOnRecompile: s.bool(th, "error_on_recompile", false),
		SuppressErrors: s.bool(th, "suppress_errors", false), CanonicalOrder: s.bool(th, "canonicalize_output_graph_node_order", false), Deduplicates: s.bool(th, "use_graph_deduplication", false), ReplayEffects: s.bool(th, "replay_side_effects", true), EffectPolicy: s.text("side_effect_replay_policy"), Disable: s.disabled || s.bool(th, "disable", false),
		Stance: stance.name, SkipGuardEval: stance.skipGuards,
	}
}

// sizesApart tells whether equal sizes are symbols of their own (use_duck_shape=False of torch.fx.experimental._config).
func sizesApart(th *object.Thread) bool {
	m, loaded := interp.MachineOf(th).Modules.Lookup("torch.fx.experimental._config")
	if !loaded {
		return false
	}
	v, err := object.GetAttr(th, m, "use_duck_shape")
	if err != nil {
		return false
	}
	duck, err := object.IsTrue(th, v)
	return err == nil && !duck
}

func (s *settings) lookup(name string) (object.Value, bool) {
	if s.values == nil {
		return object.Null, false
	}
	return s.values.Lookup(name)
}

// text is a setting that is a word; "" for others.
func (s *settings) text(name string) string {
	v, _ := s.lookup(name)
	text, _ := object.Text(v)
	return text
}

func (s *settings) bool(th *object.Thread, name string, otherwise bool) bool {
	v, ok := s.lookup(name)
	if !ok {
		return otherwise
	}
	b, err := object.IsTrue(th, v)
	return err == nil && b
}

func (s *settings) int(name string, otherwise int) int {
	v, ok := s.lookup(name)
	if !ok {
		return otherwise
	}
	n, ok := v.AsInt()
	if !ok {
		return otherwise
	}
	return int(n)
}

// member tells whether a set of the settings holds an object.
func (s *settings) member(name string) func(*object.Thread, object.Value) bool {
	return func(th *object.Thread, v object.Value) bool {
		set, ok := s.lookup(name)
		if !ok {
			return false
		}
		in, err := object.Contains(th, set, v)
		return err == nil && in
	}
}
