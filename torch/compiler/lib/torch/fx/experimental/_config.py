"""Settings of symbolic shapes."""

from torch.utils._config_module import ConfigModule

_DEFAULTS = {
    "aggressive_guard_free_semantics": 0, "backed_size_oblivious": False, "check_shape_env_recorded_events": False, "enrich_profiler_metadata": False,
    "extended_debug_cpp": False, "extended_debug_create_symbol": None, "extended_debug_current_loc": False, "extended_debug_guard_added": None,
    "inject_EVALUATE_EXPR_flip_equality_TESTING_ONLY": False, "meta_nonzero_assume_all_nonzero": False, "no_data_dependent_graph_break": False,
    "print_specializations": False, "skip_dtype_check_in_meta_registrations": False, "soft_pending_unbacked_not_found_error": False,
    "symbol_guard_limit_before_specialize": None, "translation_validation": False, "translation_validation_no_bisect": False,
    "translation_validation_timeout": 600000, "unify_view_symbols_bso_meta": False, "use_duck_shape": True, "validate_shape_env_version_key": False,
}

_ALIASES = {

}

_COMPILE_IGNORED = """extended_debug_cpp extended_debug_create_symbol extended_debug_current_loc extended_debug_guard_added no_data_dependent_graph_break print_specializations
    translation_validation translation_validation_no_bisect translation_validation_timeout validate_shape_env_version_key"""
ConfigModule(__name__, _DEFAULTS, _ALIASES, (), _COMPILE_IGNORED.split()).install()
