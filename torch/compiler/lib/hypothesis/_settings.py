"""How many examples a test has, by its decorator and by profiles. Deadlines, databases and checks of health do not apply: examples are few and repeat."""
import enum


class HealthCheck(enum.Enum):
    data_too_large = 1
    filter_too_much = 2
    too_slow = 3
    return_value = 5
    large_base_example = 7
    not_a_test_method = 8
    function_scoped_fixture = 9
    differing_executors = 10
    nested_given = 11

    @classmethod
    def all(cls):
        return list(cls)


class Verbosity(enum.IntEnum):
    quiet = 0
    normal = 1
    verbose = 2
    debug = 3


class Phase(enum.Enum):
    explicit = 0
    reuse = 1
    generate = 2
    target = 3
    shrink = 4
    explain = 5


_USUAL = {
    "max_examples": 100, "derandomize": False, "database": None, "verbosity": Verbosity.normal, "phases": tuple(Phase), "stateful_step_count": 50, "report_multiple_bugs": True,
    "suppress_health_check": (), "deadline": 200, "print_blob": True, "backend": "hypothesis",
}


class _Meta(type):
    @property
    def default(cls):
        return cls._profiles[cls._current]


class settings(metaclass=_Meta):
    _profiles, _current = {}, "default"

    def __init__(self, parent=None, **given):
        unknown = [name for name in given if name not in _USUAL]
        if unknown:
            raise TypeError(f"settings.__init__() got an unexpected keyword argument {unknown[0]!r}")
        if "max_examples" in given and given["max_examples"] < 1:
            from hypothesis.errors import InvalidArgument

            raise InvalidArgument(f"max_examples={given['max_examples']!r} must be at least one. If you want to disable generation entirely, use phases=[Phase.explicit] instead.")
        self._given = {**(parent._given if parent is not None else {}), **given}

    def __getattr__(self, name):
        if name.startswith("_") or name not in _USUAL:
            raise AttributeError(f"settings has no attribute {name}")
        if name in self._given:
            return self._given[name]
        default = type(self).default
        return _USUAL[name] if self is default else default._given.get(name, _USUAL[name])

    def __call__(self, test):
        test._hypothesis_settings = self
        return test

    def __repr__(self):
        return "settings(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in sorted(_USUAL)) + ")"

    @classmethod
    def register_profile(cls, name, parent=None, **given):
        cls._profiles[name] = cls(parent, **given)

    @classmethod
    def get_profile(cls, name):
        if name not in cls._profiles:
            from hypothesis.errors import InvalidArgument

            raise InvalidArgument(f"Profile {name!r} is not registered")
        return cls._profiles[name]

    @classmethod
    def load_profile(cls, name):
        cls.get_profile(name)
        cls._current = name

    @classmethod
    def get_current_profile_name(cls):
        return cls._current


settings.register_profile("default")


def settings_of(*tests):
    """The settings of the first function that has some, else the profile's."""
    return next((test._hypothesis_settings for test in tests if hasattr(test, "_hypothesis_settings")), settings.default)
