"""Tests of properties: a test runs with arguments that strategies draw. Draws follow from the name of the test, so runs repeat; what fails is told with its arguments, not made smaller."""
import functools
import inspect
import random
import unittest

from hypothesis import errors, strategies
from hypothesis._settings import HealthCheck, Phase, Verbosity, settings, settings_of
from hypothesis.errors import UnsatisfiedAssumption, Unsatisfiable
from hypothesis.version import __version__, __version_info__

__all__ = ["HealthCheck", "Phase", "Verbosity", "assume", "event", "example", "given", "note", "reject", "reproduce_failure", "seed", "settings", "strategies", "target"]

_ATTEMPTS = 10  # for each example that is asked for, of which assumptions may refuse some
_REFUSED, _WELL = 50, 10  # so many refused before so many went well are too many
_REPEATS = 25  # draws that were all there before, behind which there is nothing new


def given(*positional, **named):
    """A test that runs with what the strategies draw; positional ones are for the last parameters."""
    if not positional and not named:
        raise TypeError("given must be called with at least one argument")

    def decorate(test):
        parameters = list(inspect.signature(test).parameters.values())
        names = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
        drawn = dict(zip(names[len(names) - len(positional):], positional)) | named
        unknown = [name for name in named if name not in names and not any(p.kind is p.VAR_KEYWORD for p in parameters)]
        if unknown:
            raise TypeError(f"{test.__name__}() got an unexpected keyword argument {unknown[0]!r}, from `{unknown[0]}={named[unknown[0]]!r}` in @given")

        @functools.wraps(test)
        def run(*args, **kwargs):
            _Run(run, test, drawn, args, kwargs).all()

        run.__signature__ = inspect.Signature([p for p in parameters if p.name not in drawn])
        run.is_hypothesis_test = True
        run.hypothesis = _Handle(test)
        return run

    return decorate


class _Handle:
    def __init__(self, inner_test):
        self.inner_test = inner_test


class _Run:
    """The examples of one test."""

    def __init__(self, wrapper, test, drawn, args, kwargs):
        self.test, self.drawn, self.args, self.kwargs = test, drawn, args, kwargs
        self.settings = settings_of(wrapper, test)
        self.explicit = getattr(wrapper, "_hypothesis_examples", []) + (getattr(test, "_hypothesis_examples", []) if wrapper is not test else [])
        self.random = random.Random(str(getattr(wrapper, "_hypothesis_seed", test.__qualname__)))

    def all(self):
        for example_args, example_kwargs in self.explicit:
            names = list(self.drawn)
            self.one(dict(zip(names[len(names) - len(example_args):], example_args)) | example_kwargs)
        satisfied, refused, seen, repeats, wanted = 0, 0, set(), 0, self.settings.max_examples
        for number in range(wanted * _ATTEMPTS):
            if satisfied >= wanted or repeats >= _REPEATS:
                break
            source = strategies.Source(self.random, simplest=number == 0)
            try:
                values = {name: source.draw(strategy) for name, strategy in self.drawn.items()}
            except UnsatisfiedAssumption:
                refused = self.refuse(refused, satisfied)
                continue
            text = _text(values)
            if text in seen and not source.interactive:
                repeats += 1
                continue
            seen.add(text)
            repeats = 0
            try:
                self.one(values)
            except UnsatisfiedAssumption:
                refused = self.refuse(refused, satisfied)
                continue
            satisfied += 1
        if not satisfied and not self.explicit:
            raise Unsatisfiable(f"Unable to satisfy assumptions of {self.test.__name__}")

    def refuse(self, refused, satisfied):
        """One more example that is left out; too many at the beginning are an error."""
        if refused + 1 == _REFUSED and satisfied < _WELL and HealthCheck.filter_too_much not in self.settings.suppress_health_check:
            raise errors.FailedHealthCheck(
                f"It looks like this test is filtering out a lot of inputs. {satisfied} inputs were generated successfully, while {_REFUSED} inputs were filtered out.")
        return refused + 1

    def one(self, values):
        try:
            self.test(*self.args, **{**self.kwargs, **values})
        except (UnsatisfiedAssumption, unittest.SkipTest):
            raise
        except Exception as error:
            error.add_note(f"Falsifying example: {self.test.__name__}(\n" + "".join(f"    {name}={value!r},\n" for name, value in values.items()) + ")")
            raise


def _text(values):
    return repr(sorted((name, repr(value)) for name, value in values.items()))


def assume(condition):
    """Leaves an example out where the condition does not hold."""
    if not condition:
        raise UnsatisfiedAssumption
    return True


def reject():
    raise UnsatisfiedAssumption


def note(value):
    """What a failing example would tell; nothing is told of others."""


def event(value, payload=""):
    pass


def target(observation, *, label=""):
    return observation


def example(*args, **kwargs):
    """An example that runs before those that are drawn."""

    def decorate(test):
        test._hypothesis_examples = [(args, kwargs), *getattr(test, "_hypothesis_examples", [])]
        return test

    return decorate


def seed(number):
    """Draws that follow from a number."""

    def decorate(test):
        test._hypothesis_seed = number
        return test

    return decorate


def reproduce_failure(version, blob):
    raise NotImplementedError("magneto: examples are not read back from text; they follow from the name of the test")


def find(specifier, condition, *, settings=None, random=None, database_key=None):
    """A drawn value for which the condition holds."""
    import random as generators

    source = strategies.Source(random or generators.Random(0))
    for _ in range(2000):
        try:
            value = source.draw(specifier)
            if condition(value):
                return value
        except UnsatisfiedAssumption:
            continue
    raise errors.NoSuchExample(f"No examples found of condition {condition}")
