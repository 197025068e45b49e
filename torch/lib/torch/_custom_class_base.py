"""What classes are derived from whose objects operators take as they are, and graphs as inputs or constants."""


class CustomClassBaseMeta(type):
    """The type of such classes: what stands for an object while a program is traced is an instance too."""

    def __instancecheck__(cls, instance):
        if super().__instancecheck__(instance):
            return True
        from torch._library.fake_class_registry import FakeScriptObject

        return isinstance(instance, FakeScriptObject) and issubclass(type(instance.real_obj), cls)


class CustomClassBase(metaclass=CustomClassBaseMeta):
    """A class that torch._library.opaque_object registers."""


OpaqueBase, OpaqueBaseMeta = CustomClassBase, CustomClassBaseMeta
