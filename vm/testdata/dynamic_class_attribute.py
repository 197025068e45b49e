# types.DynamicClassAttribute: a property that classes do not show.
import types
class A:
    @types.DynamicClassAttribute
    def spam(self):
        "doc"
        return 3
    spam.__doc__
    @spam.setter
    def spam(self, v): self.v = v
print(A().spam, A.__dict__['spam'].__doc__)
try: A.spam
except AttributeError as e: print(e)
class M(type):
    @property
    def spam(cls): return 'cls'
class B(metaclass=M):
    @types.DynamicClassAttribute
    def spam(self): return 'inst'
print(B.spam, B().spam)
