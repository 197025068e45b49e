"""Enumerations: classes whose attributes are their only instances."""

from types import MappingProxyType

__all__ = ["EnumMeta", "EnumType", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique", "property",
           "member", "nonmember", "verify", "UNIQUE", "CONTINUOUS", "NAMED_FLAGS", "STRICT", "CONFORM", "EJECT", "KEEP",
           "global_enum", "global_str", "global_enum_repr", "global_flag_repr", "EnumDict", "FlagBoundary", "pickle_by_global_name",
           "pickle_by_enum_name", "show_flag_values"]

_builtin_property = property


_no_value = object()


class nonmember:
    """Keeps a value in the class body from becoming a member."""

    def __init__(self, value):
        self.value = value


class member:
    """Makes a member of what would not become one."""

    def __init__(self, value):
        self.value = value


class auto:
    """A value to be chosen by the class."""

    def __init__(self, value=None):
        self.value = value

    def __repr__(self):
        return "auto(%r)" % (self.value,)


class property:
    """A property of members; on the class it looks for a member of that name."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.shadowed = None
        self.__doc__ = doc if doc is not None else getattr(fget, "__doc__", None)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete attribute {self.name!r}")
        self.fdel(instance)

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            members = getattr(ownerclass, "_member_map_", None)
            if members is not None and self.name in members:
                return members[self.name]
            raise AttributeError(f"{ownerclass!r} has no attribute {self.name!r}")
        if self.fget is not None:
            return self.fget(instance)
        if self.shadowed is None:
            raise AttributeError(f"{ownerclass!r} member has no attribute {self.name!r}")
        # A member has the name of an attribute of the values, which members still have.
        if _is_descriptor(self.shadowed):
            return getattr(instance._value_, self.name)
        return self.shadowed

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


def _in_progress(cls):
    """The name of the mark of a class whose members are being made."""
    return f"_{cls.__name__}__in_progress"


def _is_descriptor(value):
    return hasattr(value, "__get__") or hasattr(value, "__set__") or hasattr(value, "__delete__")


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_private(class_name, name):
    return name.startswith(f"_{class_name}__") and not name.endswith("__")


_ALLOWED_SUNDER = ("_order_", "_generate_next_value_", "_numeric_repr_", "_missing_", "_ignore_", "_iter_member_",
                   "_iter_member_by_value_", "_iter_member_by_def_", "_add_alias_", "_add_value_alias_", "_use_args_",
                   "_member_names_", "_value_repr_", "_boundary_", "_simple_value_")


class EnumDict(dict):
    """The namespace of a class body; it notes which names are members."""

    def __init__(self, cls_name=None):
        super().__init__()
        self._cls_name = cls_name
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._generate_next_value = None

    def __setitem__(self, key, value):
        if self._cls_name is not None and _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            if key not in _ALLOWED_SUNDER:
                raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
            if key == "_generate_next_value_":
                if self._auto_called:
                    raise TypeError("_generate_next_value_ must be defined before members")
                self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
            elif key == "_ignore_":
                value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
                self._ignore = value
        elif _is_dunder(key):
            if key == "__order__":
                key = "_order_"
        elif key in self._member_names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif isinstance(value, type) and value.__qualname__.startswith(f"{self.get('__qualname__')}."):
            pass  # a class defined in the body of this one
        elif isinstance(value, member) or not (_is_descriptor(value) and not isinstance(value, auto)):
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            if isinstance(value, member):
                value = value.value
            self._member_names[key] = None
            value = self._resolve_auto(key, value)
        super().__setitem__(key, value)

    def _resolve_auto(self, key, value):
        if isinstance(value, auto):
            return self._next(key, value)
        if isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
            values = [self._next(key, v) if isinstance(v, auto) else v for v in value]
            return type(value)(*values) if hasattr(value, "_fields") else type(value)(values)
        self._last_values.append(value)
        return value

    def _next(self, key, value):
        if value.value is None:
            self._auto_called = True
            value.value = self._generate_next_value(key, 1, len(self._member_names) - 1, self._last_values[:])
        self._last_values.append(value.value)
        return value.value

    @_builtin_property
    def member_names(self):
        return list(self._member_names)

    def update(self, members, **more):
        for name in members.keys() if hasattr(members, "keys") else [k for k, _ in members]:
            self[name] = members[name] if hasattr(members, "keys") else dict(members)[name]
        for name, value in more.items():
            self[name] = value


_EnumDict = EnumDict


class EnumType(type):
    """The metaclass of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        namespace = EnumDict(cls)
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            namespace._generate_next_value = first_enum._generate_next_value_
            dict.__setitem__(namespace, "_generate_next_value_", staticmethod(first_enum._generate_next_value_))
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        member_names = list(getattr(classdict, "_member_names", ()))
        plain = dict(classdict)
        for name in getattr(classdict, "_ignore", []):
            plain.pop(name, None)
        invalid = set(member_names) & {"mro", ""}
        if invalid:
            raise ValueError("invalid enum member name(s) %s" % ",".join(repr(n) for n in invalid))
        order = plain.pop("_order_", None)
        plain.pop("_ignore_", None)
        values = {name: plain.pop(name) for name in member_names}
        inherited_new = "__new__" in plain
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        new_member, save_new, use_args = metacls._find_new_(plain, member_type, first_enum)
        plain["_new_member_"] = new_member
        plain["_use_args_"] = use_args
        plain["_member_names_"] = []
        plain["_member_map_"] = {}
        plain["_value2member_map_"] = {}
        plain["_hashable_values_"] = []
        plain["_unhashable_values_"] = []
        plain["_unhashable_values_map_"] = {}
        plain["_member_type_"] = member_type
        plain["_value_repr_"] = metacls._find_data_repr_(cls, bases)
        plain["_boundary_"] = boundary or getattr(first_enum, "_boundary_", None)
        plain["_flag_mask_"] = 0
        plain["_singles_mask_"] = 0
        plain["_all_bits_"] = 0
        plain["_inverted_"] = None
        if "_generate_next_value_" in plain and not isinstance(plain["_generate_next_value_"], staticmethod):
            plain["_generate_next_value_"] = staticmethod(plain["_generate_next_value_"])
        if save_new:
            plain["__new_member__"] = new_member
        plain.pop("__new__", None) if save_new else None
        enum_class = super().__new__(metacls, cls, bases, plain, **kwds)
        enum_class.__new__ = Enum.__new__ if first_enum is not None else plain.get("__new__", enum_class.__new__)
        if first_enum is not None:
            # Methods of Enum win over those of the type of the values.
            for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
                if name not in plain:
                    found = getattr(enum_class, name)
                    if found in (getattr(member_type, name), getattr(object, name)):
                        setattr(enum_class, name, getattr(first_enum, name))
        if "ReprEnum" in globals() and ReprEnum in bases:
            # str() and format() of a member are those of its value.
            for name in ("__str__", "__format__"):
                if name not in plain:
                    method = getattr(member_type, name)
                    if method is object.__str__:
                        method = member_type.__repr__
                    setattr(enum_class, name, method)
        if "Flag" in globals() and issubclass(enum_class, Flag):
            for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                if name not in plain:
                    setattr(enum_class, name, getattr(Flag, name))
        type.__setattr__(enum_class, _in_progress(enum_class), True)
        try:
            for name in member_names:
                metacls._add_member_(enum_class, name, values[name], member_type, new_member, use_args)
        finally:
            type.__delattr__(enum_class, _in_progress(enum_class))
        if "Flag" in globals() and issubclass(enum_class, Flag):
            metacls._finish_flag_(enum_class)
        if order is not None:
            wanted = order.replace(",", " ").split() if isinstance(order, str) else list(order)
            wanted = [name for name in wanted if name not in enum_class._member_map_ or name in enum_class._member_names_]
            if wanted != enum_class._member_names_:
                raise TypeError("member order does not match _order_:\n  %r\n  %r" % (enum_class._member_names_, wanted))
        return enum_class

    def __init__(cls, *args, **kwds):
        super().__init__(*args)

    @classmethod
    def _add_member_(metacls, enum_class, name, value, member_type, new_member, use_args):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        if not use_args:
            obj = new_member(enum_class)
        else:
            obj = new_member(enum_class, *args)
        if not hasattr(obj, "_value_"):
            if member_type is object:
                obj._value_ = value
            else:
                try:
                    obj._value_ = member_type(*args)
                except Exception as exc:
                    new = TypeError("_value_ not set in __new__, unable to create it")
                    new.__cause__ = exc
                    raise new
        value = obj._value_
        obj._name_ = name
        obj.__objclass__ = enum_class
        obj.__init__(*args)
        obj._sort_order_ = len(enum_class._member_names_)
        # An equal value makes the name an alias of the first member.
        alias = None
        try:
            alias = enum_class._value2member_map_.get(value)
        except TypeError:
            for m in enum_class._member_map_.values():
                if m._value_ == value:
                    alias = m
                    break
        is_flag = "Flag" in globals() and issubclass(enum_class, Flag)
        if alias is not None:
            obj = alias
        elif not is_flag or value == 0 and False or _is_single_bit(value):
            enum_class._member_names_.append(name)
        if is_flag and isinstance(value, int):
            enum_class._flag_mask_ |= value
            if _is_single_bit(value):
                enum_class._singles_mask_ |= value
            enum_class._all_bits_ = 2 ** enum_class._flag_mask_.bit_length() - 1
        enum_class._place_(name, obj)
        obj._add_value_alias_(value)

    def _place_(enum_class, name, obj):
        """Make a member an attribute, by a property where the name is one of an attribute that members have."""
        found = next((base.__dict__[name] for base in enum_class.__mro__[1:] if name in base.__dict__), None)
        if isinstance(found, property):
            pass  # the property itself looks members up
        elif found is not None:
            redirect = property()
            redirect.shadowed = found
            redirect.__set_name__(enum_class, name)
            type.__setattr__(enum_class, name, redirect)
        else:
            type.__setattr__(enum_class, name, obj)
        enum_class._member_map_[name] = obj

    @classmethod
    def _finish_flag_(metacls, enum_class):
        enum_class._iter_order_ = enum_class._member_names_

    @staticmethod
    def _check_for_existing_members_(class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError("<enum %r> cannot extend %r" % (class_name, base))

    @classmethod
    def _get_mixins_(metacls, class_name, bases):
        """Return the type of the values and the enumeration that is inherited from."""
        if not bases:
            return object, None if "Enum" not in globals() else Enum
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
        return metacls._find_data_type_(class_name, bases) or object, first_enum

    @classmethod
    def _find_data_type_(metacls, class_name, bases):
        found = []
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        if base._member_type_ not in found:
                            found.append(base._member_type_)
                        break
                elif "__new__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                    data_type = candidate or base
                    if data_type not in found:
                        found.append(data_type)
                    break
                else:
                    candidate = candidate or base
        if len(found) > 1:
            raise TypeError("too many data types for %r: %r" % (class_name, set(found)))
        return found[0] if found else None

    @classmethod
    def _find_data_repr_(metacls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if "__repr__" in base.__dict__:
                    return base.__dict__["__repr__"]
        return None

    @classmethod
    def _find_new_(metacls, classdict, member_type, first_enum):
        new = classdict.get("__new__", None)
        if isinstance(new, staticmethod):
            new = new.__func__
        save_new = first_enum is not None and new is not None
        if new is None and first_enum is not None:
            for name in ("__new_member__", "__new__"):
                for source in (member_type, first_enum):
                    target = getattr(source, name, None)
                    if target not in (None, None.__new__, object.__new__, getattr(Enum, "__new__", None) if "Enum" in globals() else None):
                        new = target
                        break
                if new is not None:
                    break
        if new is None:
            new = object.__new__
        use_args = not (first_enum is None or new is object.__new__)
        return new, save_new, use_args

    def __bool__(cls):
        return True

    def __call__(cls, value=_no_value, names=None, *values, module=None, qualname=None, type=None, start=1, boundary=None):
        if value is _no_value:
            raise TypeError("EnumType.__call__() missing 1 required positional argument: 'value'")
        if cls._member_map_:
            if names is not None:
                value = (value, names) + values
            return cls.__new__(cls, value)
        if names is None and type is None:
            raise TypeError("%r has no members; specify `names=()` if you meant to create a new, empty, enum" % cls)
        return cls._create_(value, () if names is None else names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        try:
            cls(value)
            return True
        except ValueError:
            return value in cls._unhashable_values_ or value in cls._hashable_values_

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get("_member_map_", {}):
            raise AttributeError("%r cannot delete member %r." % (cls.__name__, attr))
        super().__delattr__(attr)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError("cannot reassign member %r" % (name,))
        super().__setattr__(name, value)

    def __dir__(cls):
        names = {"__class__", "__contains__", "__doc__", "__getitem__", "__iter__", "__len__", "__members__", "__module__",
                 "__name__", "__qualname__", *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            names.add("__new__")
        if cls.__init_subclass__ is not object.__init_subclass__:
            names.add("__init_subclass__")
        if cls._member_type_ is not object:
            names.update(dir(cls._member_type_))
        return sorted(names)

    @_builtin_property
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __len__(cls):
        return len(cls._member_names_)

    def __iter__(cls):
        return map(cls._member_map_.__getitem__, cls._member_names_)

    def __reversed__(cls):
        return map(cls._member_map_.__getitem__, cls._member_names_[::-1])

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __repr__(cls):
        if "Flag" in globals() and issubclass(cls, Flag):
            return "<flag %r>" % cls.__name__
        return "<enum %r>" % cls.__name__

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        bases = (cls,) if type is None else (type, cls)
        classdict = (metacls := cls.__class__).__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original, names, last = names, [], []
            for count, name in enumerate(original):
                value = cls._generate_next_value_(name, start, count, last[:])
                last.append(value)
                names.append((name, value))
        for item in names or ():
            if isinstance(item, str):
                name, value = item, names[item]
            else:
                name, value = item
            classdict[name] = value
        if module is None:
            import sys
            try:
                module = sys._getframe(2).f_globals["__name__"]
            except (AttributeError, ValueError, KeyError):
                pass
        if module is not None:
            classdict["__module__"] = module
        if qualname is not None:
            classdict["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)


EnumMeta = EnumType


def _is_single_bit(value):
    return isinstance(value, int) and value > 0 and value & value - 1 == 0


class Enum(metaclass=EnumType):
    """A class to derive enumerations from."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for m in cls._member_map_.values():
                if m._value_ == value:
                    return m
        if not cls._member_map_:
            if _in_progress(cls) in cls.__dict__:
                raise TypeError("do not use `super().__new__; call the appropriate __new__ directly") from None
            raise TypeError("%r has no members defined" % cls)
        error = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            error, result = e, None
        if isinstance(result, cls):
            return result
        if "Flag" in globals() and issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(result, int):
            return result
        invalid = ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        if result is None and error is None:
            raise invalid
        if error is None:
            error = TypeError("error in %s._missing_: returned %r instead of None or a valid member" % (cls.__name__, result))
        if not isinstance(error, ValueError):
            error.__context__ = invalid
        raise error

    def __init__(self, *args, **kwds):
        pass

    def _add_alias_(self, name):
        """Give the member one more name."""
        cls = type(self)
        other = cls._member_map_.get(name)
        if other is not None and other is not self:
            raise NameError("%r is already bound: %r" % (name, other))
        cls._place_(name, self)

    def _add_value_alias_(self, value):
        """Give the member one more value that it is found by."""
        cls = type(self)
        try:
            other = cls._value2member_map_.setdefault(value, self)
        except TypeError:
            other = next((m for m in cls._member_map_.values() if m._value_ == value), self)
            cls._unhashable_values_.append(value)
            cls._unhashable_values_map_.setdefault(self._name_, []).append(value)
        else:
            cls._hashable_values_.append(value)
        if other is not self and getattr(other, "_name_", None) is not None and other._name_ != self._name_:
            raise ValueError("%r is already bound: %r" % (value, other))

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            last_value = sorted(last_values).pop()
        except TypeError:
            raise TypeError("unable to sort non-numeric values") from None
        try:
            return last_value + 1
        except TypeError:
            raise TypeError("unable to increment %r" % (last_value,)) from None

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        value_repr = self.__class__._value_repr_ or repr
        return "<%s.%s: %s>" % (self.__class__.__name__, self._name_, value_repr(self._value_))

    def __str__(self):
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __dir__(self):
        members = type(self)._member_map_
        names = {"__class__", "__doc__", "__eq__", "__hash__", "__module__"}
        if type(self)._member_type_ is not object:
            names = set(object.__dir__(self))
        names.update(name for name in self.__dict__ if name[0] != "_" and name not in members)
        for cls in type(self).__mro__:
            for name, value in cls.__dict__.items():
                if name[0] == "_":
                    continue
                if isinstance(value, property) and value.fget is not None or name not in members:
                    names.add(name)
                else:
                    names.discard(name)
        return sorted(names)

    @property
    def value(self):
        """The value of the member."""
        return self._value_

    @property
    def name(self):
        """The name of the member."""
        return self._name_

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, proto):
        return type(self), (self._value_,)

    def __hash__(self):
        return hash(self._name_)


class ReprEnum(Enum):
    """Only repr() is that of an enumeration; str() and format() are the value's."""


class IntEnum(int, ReprEnum):
    """Members are also ints."""


class StrEnum(str, ReprEnum):
    """Members are also strings."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError("too many arguments for str(): %r" % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError("%r is not a string" % (values[0],))
        text = str(*values)
        member = str.__new__(cls, text)
        member._value_ = text
        return member

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What happens with bits that no member has."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    """Members can be combined with |, & and ^."""

    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if last_values:
            highest = max(last_values)
            try:
                return 1 << highest.bit_length()
            except Exception:
                raise TypeError(f"invalid flag value {highest!r}") from None
        return 1 if start is None else start

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError("%r is not a valid %s" % (value, cls.__qualname__))
        mask, all_bits = cls._flag_mask_, cls._all_bits_
        neg_value = None
        if not ~all_bits <= value <= all_bits or value & (all_bits ^ mask):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError("%r invalid value %r\n    given %s\n  allowed %s" %
                                 (cls, value, _bits(value, width), _bits(mask, width)))
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
            elif cls._boundary_ is KEEP and value < 0:
                value = max(all_bits + 1, 2 ** value.bit_length()) + value
        if value < 0:
            value = (all_bits + 1 + value) & (mask if cls._boundary_ is not KEEP else all_bits)
        known = cls._value2member_map_.get(value)
        if known is not None:
            return known
        if cls._member_type_ is object:
            pseudo = object.__new__(cls)
        else:
            pseudo = cls._member_type_.__new__(cls, value)
        pseudo._value_ = value
        pseudo._name_ = cls._combined_name(value)
        cls._value2member_map_[value] = pseudo
        return pseudo

    @classmethod
    def _combined_name(cls, value):
        """Name the bits of a value by the members of one bit, then by others that fit, then by number; None if no member fits."""
        members = cls._split_flags(value)
        if value & ~cls._singles_mask_:
            for m in cls._member_map_.values():
                if m not in members and m._value_ and m._value_ & value == m._value_:
                    members.append(m)
        unknown = value
        for m in members:
            unknown &= ~m._value_
        if unknown and cls._boundary_ is STRICT:
            raise ValueError("%r: no members with value %r" % (cls, unknown))
        if not members:
            return None
        names = [m._name_ for m in members]
        if unknown:
            names.append(cls._numeric_repr_(unknown))
        return "|".join(names)

    @classmethod
    def _split_flags(cls, value):
        return [cls._member_map_[n] for n in cls._iter_order_ if cls._member_map_[n]._value_ & value]

    def __contains__(self, other):
        kind = type(self)
        if isinstance(other, kind):
            return other._value_ | self._value_ == self._value_
        raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {kind.__qualname__!r}")

    def __len__(self):
        return self._value_.bit_count()

    def __iter__(self):
        return iter(self._split_flags(self._value_))

    def __repr__(self):
        value_repr = self.__class__._value_repr_ or repr
        if self._name_ is None:
            return "<%s: %s>" % (self.__class__.__name__, value_repr(self._value_))
        return "<%s.%s: %s>" % (self.__class__.__name__, self._name_, value_repr(self._value_))

    def __str__(self):
        if self._name_ is None:
            return "%s(%r)" % (self.__class__.__name__, self._value_)
        return "%s.%s" % (self.__class__.__name__, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _flag_operand(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return NotImplemented

    def __or__(self, other):
        value = self._flag_operand(other)
        return value if value is NotImplemented else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._flag_operand(other)
        return value if value is NotImplemented else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._flag_operand(other)
        return value if value is NotImplemented else self.__class__(self._value_ ^ value)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        if self._boundary_ in (EJECT, KEEP):
            return self.__class__(~self._value_)
        return self.__class__(self._singles_mask_ & ~self._value_)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are also ints."""


def _bits(value, width):
    digits = bin(value if value >= 0 else (1 << width) + value)[2:].rjust(width, "0")
    return ("0b0 " if value >= 0 else "0b1 ") + digits


def unique(enumeration):
    """Check that no two names have the same value."""
    duplicates = [(name, m._name_) for name, m in enumeration.__members__.items() if name != m._name_]
    if duplicates:
        details = ", ".join("%s -> %s" % pair for pair in duplicates)
        raise ValueError("duplicate values found in %r: %s" % (enumeration, details))
    return enumeration


class EnumCheck(StrEnum):
    """What verify can check."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    """A decorator that checks an enumeration."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                duplicates = [(n, m._name_) for n, m in enumeration.__members__.items() if n != m._name_]
                if duplicates:
                    details = ", ".join("%s -> %s" % pair for pair in duplicates)
                    raise ValueError("aliases found in %r: %s" % (enumeration, details))
            elif check is CONTINUOUS:
                values = set(m._value_ for m in enumeration)
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if issubclass(enumeration, Flag):
                    missing = [1 << i for i in range(low.bit_length() - 1, high.bit_length()) if 1 << i not in values]
                else:
                    missing = [i for i in range(low + 1, high) if i not in values]
                if missing:
                    text = "invalid %s %r: missing values %s" % (
                        "flag" if issubclass(enumeration, Flag) else "enum", enumeration.__name__, ", ".join(map(str, missing)))
                    raise ValueError(text)
        return enumeration


def pickle_by_global_name(self, proto):
    """__reduce_ex__ of members that are global names of a module."""
    return self.name


def pickle_by_enum_name(self, proto):
    """__reduce_ex__ of members that are found by name, not by value."""
    return getattr, (self.__class__, self._name_)


def show_flag_values(value):
    """The single bits of a flag, as numbers."""
    bits, left = [], int(value)
    while left:
        bit = left & -left
        bits.append(bit)
        left ^= bit
    return bits


def global_str(self):
    """str() of the members of an enumeration that global_enum put into a module."""
    if self._name_ is None:
        return "%s(%r)" % (self.__class__.__name__, self._value_)
    return self._name_


def global_enum_repr(self):
    """repr() of the members of an enumeration that global_enum put into a module."""
    return "%s.%s" % (_module_name(self), self._name_)


def global_flag_repr(self):
    """repr() of the members of a flag that global_enum put into a module."""
    module = _module_name(self)
    if self._name_ is None:
        return "%s.%s(%r)" % (module, self.__class__.__name__, self._value_)
    return "|".join(n if n[0].isdigit() else "%s.%s" % (module, n) for n in self._name_.split("|"))


def _module_name(member):
    return member.__class__.__module__.split(".")[-1]


def global_enum(cls, update_str=False):
    """Make the members global names of the module of the class."""
    import sys
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls
