"""Which modules changed and which were made when, for code that asks; compiled code guards the members of modules instead."""

import functools
import weakref

import torch
from torch._dynamo import config
from torch._dynamo.utils import ExactWeakKeyDictionary
from torch.nn import Module

unpatched_nn_module_init = Module.__init__


class MutationTracker:
    """How often an object was changed, and whom to tell of the next change."""

    db = ExactWeakKeyDictionary()

    def __init__(self):
        self.mutation_count = 0
        self.watchers = []

    def on_mutation(self, name):
        self.mutation_count += 1
        watchers, self.watchers = self.watchers, []
        for ref in watchers:
            guarded = ref()
            if guarded is not None:
                guarded.invalidate(ref)

    def track(self, guarded_code):
        self.watchers.append(weakref.ref(guarded_code))


def watch(obj, guarded_code):
    """guarded_code.invalidate(reference) is called at the next assignment to an attribute of obj."""
    ensure_patched(type(obj))
    if obj not in MutationTracker.db:
        MutationTracker.db[obj] = MutationTracker()
    MutationTracker.db[obj].track(guarded_code)


def ensure_patched(cls):
    """Assignments to attributes of instances of cls are told to their trackers."""
    if getattr(cls, "___needs_mutation_patch", True):
        cls.___needs_mutation_patch = False
        assign = cls.__setattr__

        @functools.wraps(assign)
        def told(self, key, value):
            tracker = MutationTracker.db.get(self)
            if tracker is not None:
                tracker.on_mutation(key)
            return assign(self, key, value)

        cls.__setattr__ = told


class GenerationTracker:
    """Modules by the generation they were made in; a generation begins with each install_generation_tagging_init."""

    generation = 0
    dynamic_classes = ExactWeakKeyDictionary()
    generation_values = ExactWeakKeyDictionary()

    @classmethod
    def tag(cls, obj):
        cls.generation_values[obj] = cls.generation

    @staticmethod
    def mark_class_dynamic(cls):
        GenerationTracker.dynamic_classes[cls] = True

    @classmethod
    def get_generation_value(cls, obj):
        return cls.generation_values.get(obj, -1)

    @classmethod
    def check(cls, obj):
        return obj in cls.generation_values and cls.generation_values[obj] == cls.generation

    @classmethod
    def clear(cls):
        cls.generation = 0
        cls.dynamic_classes = ExactWeakKeyDictionary()
        cls.generation_values = ExactWeakKeyDictionary()


def is_dynamic_nn_module(obj, is_export):
    """Whether a module is traced by what it holds instead of being taken for the one that it is."""
    if isinstance(obj, Module) and not is_export and config.inline_inbuilt_nn_modules:
        return True
    if hasattr(obj, "torchdynamo_force_dynamic"):
        return obj.torchdynamo_force_dynamic
    return type(obj) in GenerationTracker.dynamic_classes or GenerationTracker.check(obj)


def install_generation_tagging_init():
    """Modules that are made from now on belong to a new generation."""
    if getattr(Module, "___needs_generation_tag_patch", True):
        init = Module.__init__

        def tagged(self, *args, **kwargs):
            init(self, *args, **kwargs)
            GenerationTracker.tag(self)

        Module.__init__ = tagged
        Module.___needs_generation_tag_patch = False
    GenerationTracker.generation += 1
