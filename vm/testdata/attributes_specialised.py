# Attribute look-ups in one place whose owners change their kind.


class Slotted:
    __slots__ = ("kind",)
    default = "class attribute"

    def __init__(self, kind):
        self.kind = kind


class Plain(Slotted):
    def name(self):
        return "method"


def look(first, a, b):
    return (a if first else b).kind


for owner in (Slotted("slot"), Plain("inherited"), Slotted, Slotted("again")) * 2:
    print(str(look(True, owner, None))[:12], str(look(False, None, owner))[:12], end=" ")
print()
for owner in (Plain(1), Plain(2), Slotted(3), Plain):
    for attr in range(2):
        print(getattr(owner, "kind", None) is owner.kind, owner.default, end=" ")
owner = Plain(4)
owner.name = lambda: "instance"
print(owner.name(), Plain(5).name(), Plain.name(owner))
