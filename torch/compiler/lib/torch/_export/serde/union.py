"""Values that are one of several things."""

__all__ = []


class _Union:
    """A value of one of the fields of its class: type names the field. It is made by create."""

    @classmethod
    def create(cls, **kwargs):
        if len(kwargs) != 1:
            raise AssertionError(f"expected exactly 1 kwarg, got {len(kwargs)}")
        made = cls.__new__(cls)
        (made.__dict__["_type"], made.__dict__["_value"]), = kwargs.items()
        if made._type not in cls._kinds:
            raise AssertionError(f"Unknown kind {made._type} of {cls.__name__}, which has {set(cls._kinds)}")
        return made

    @property
    def type(self):
        return self.__dict__["_type"]

    @property
    def value(self):
        return self.__dict__["_value"]

    def __getattribute__(self, name):
        own = object.__getattribute__(self, "__dict__")
        if "_type" in own and name in type(self)._kinds:
            if own["_type"] != name:
                raise AttributeError(f"Field {name} is not set.")
            return own["_value"]
        return object.__getattribute__(self, name)

    def __eq__(self, other):
        return type(self) is type(other) and (self.type, self.value) == (other.type, other.value)

    def __hash__(self):
        return hash((self.type, self.value))

    def __repr__(self):
        return f"{type(self).__name__}({self.type}={self.value})"

    __str__ = __repr__
