class Base(Parent, metaclass=Meta):
    """A class."""
    x: int = 3
    y: "str"

    def __init__(self, value: int, *, flag=False) -> None:
        super().__init__(value)
        self.value = value
        self.__private = flag

    @property
    def both(self):
        return __class__, self.value


@register
@other(1)
class Empty:
    pass


limit: float = 1.5
