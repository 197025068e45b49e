"""Setting up loggers, handlers and formatters by a dictionary."""

import logging
import re

DEFAULT_LOGGING_CONFIG_PORT = 9030

IDENTIFIER = re.compile("^[a-z_][a-z0-9_]*$", re.I)


def valid_ident(s):
    if not IDENTIFIER.match(s):
        raise ValueError("Not a valid Python identifier: %r" % s)
    return True


def _resolve(name):
    """Return what a dotted name stands for."""
    parts = name.split(".")
    used = parts.pop(0)
    found = __import__(used)
    for part in parts:
        used += "." + part
        try:
            found = getattr(found, part)
        except AttributeError:
            __import__(used)
            found = getattr(found, part)
    return found


class _Values:
    """Looks up values, with references such as "ext://sys.stderr" and "cfg://handlers.file" replaced."""

    _prefix = re.compile(r"^(?P<prefix>[a-z]+)://(?P<suffix>.*)$")
    _step = re.compile(r"^(?:\.?(\w+)|\[(?P<index>[^\]]*)\])\s*")

    def __init__(self, config):
        self.config = config

    def convert(self, value):
        if isinstance(value, dict):
            return {k: self.convert(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.convert(v) for v in value]
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return tuple(self.convert(v) for v in value)
        if isinstance(value, str):
            m = self._prefix.match(value)
            if m and m["prefix"] == "ext":
                return self.external(m["suffix"])
            if m and m["prefix"] == "cfg":
                return self.internal(m["suffix"])
        return value

    def external(self, name):
        try:
            return _resolve(name)
        except ImportError as e:
            raise ValueError("Cannot resolve %r: %s" % (name, e)) from e

    def internal(self, path):
        found, rest = self.config, path
        while rest:
            m = self._step.match(rest)
            if m is None:
                raise ValueError("Unable to convert %r at %r" % (path, rest))
            key = m[1] if m["index"] is None else m["index"]
            if m["index"] is not None and key.isdigit():
                try:
                    found = found[int(key)]
                except (TypeError, KeyError):
                    found = found[key]
            else:
                found = found[key]
            rest = rest[m.end():]
        return self.convert(found)


class BaseConfigurator:
    """What configurators have in common."""

    def __init__(self, config):
        self.config = config
        self._values = _Values(config)

    def resolve(self, s):
        return self._values.external(s)

    def convert(self, value):
        return self._values.convert(value)

    def configure_custom(self, config):
        """Make an object by the callable under "()", then set the attributes under "."."""
        config = dict(config)
        factory = config.pop("()")
        if not callable(factory):
            factory = self.resolve(factory)
        attributes = config.pop(".", None)
        made = factory(**{k: v for k, v in config.items() if valid_ident(k)})
        for name, value in (attributes or {}).items():
            setattr(made, name, value)
        return made


class DictConfigurator(BaseConfigurator):
    """Sets up logging by a dictionary."""

    def configure(self):
        config = self.config
        if "version" not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config["version"] != 1:
            raise ValueError("Unsupported version: %s" % config["version"])
        if config.get("incremental", False):
            self._change(config)
            return
        disable_existing = config.get("disable_existing_loggers", True)
        logging._handlers.clear()
        self.formatters = self._all("formatters", self.configure_formatter)
        self.filters = self._all("filters", self.configure_filter)
        self.handlers = self._make_handlers(config.get("handlers", {}))
        existing = list(logging.root.manager.loggerDict)
        children = []
        loggers = config.get("loggers", {})
        for name in loggers:
            children += [other for other in existing if other.startswith(name + ".")]
            if name in existing:
                existing.remove(name)
            try:
                self.configure_logger(name, self.convert(loggers[name]))
            except Exception as e:
                raise ValueError("Unable to configure logger %r" % name) from e
        for name in existing:
            logger = logging.root.manager.loggerDict[name]
            if name in children:
                if not isinstance(logger, logging.PlaceHolder):
                    logger.setLevel(logging.NOTSET)
                    logger.handlers = []
                    logger.propagate = True
            elif isinstance(logger, logging.Logger):
                logger.disabled = disable_existing
        root = config.get("root", None)
        if root:
            try:
                self._set_up(logging.getLogger(), self.convert(root), False)
            except Exception as e:
                raise ValueError("Unable to configure root logger") from e

    def _all(self, section, make):
        made = {}
        for name, entry in self.config.get(section, {}).items():
            try:
                made[name] = make(self.convert(entry))
            except Exception as e:
                raise ValueError("Unable to configure %s %r" % (section[:-1], name)) from e
        return made

    def _make_handlers(self, entries):
        """Make handlers, those last whose target is another handler."""
        made, waiting = {}, []
        self.handlers = made
        for name in sorted(entries):
            try:
                made[name] = self._handler(name, entries[name])
            except Exception as e:
                if " not configured yet" not in str(e.__cause__):
                    raise ValueError("Unable to configure handler %r" % name) from e
                waiting.append(name)
        for name in waiting:
            try:
                made[name] = self._handler(name, entries[name])
            except Exception as e:
                raise ValueError("Unable to configure handler %r" % name) from e
        return made

    def _handler(self, name, entry):
        handler = self.configure_handler(self.convert(entry))
        handler.name = name
        return handler

    def _change(self, config):
        for name, entry in config.get("handlers", {}).items():
            handler = logging._handlers.get(name)
            if handler is None:
                raise ValueError("No handler found with name %r" % name)
            level = entry.get("level", None)
            if level:
                handler.setLevel(logging._checkLevel(level))
        for name, entry in config.get("loggers", {}).items():
            logger = logging.getLogger(name)
            self._set_up(logger, entry, True)
            if entry.get("propagate") is not None:
                logger.propagate = entry["propagate"]
        if config.get("root"):
            self._set_up(logging.getLogger(), config["root"], True)

    def configure_formatter(self, config):
        if "()" in config:
            factory = config["()"]
            try:
                return self.configure_custom(config)
            except TypeError as te:
                if "'format'" not in str(te):
                    raise
                config = dict(config)
                config["fmt"] = config.pop("format")
                config["()"] = factory
                return self.configure_custom(config)
        kind = config.get("class", None)
        kind = _resolve(kind) if kind else logging.Formatter
        options = {"defaults": config["defaults"]} if config.get("defaults") is not None else {}
        args = config.get("format", None), config.get("datefmt", None), config.get("style", "%")
        if "validate" in config:
            return kind(*args, config["validate"], **options)
        return kind(*args, **options)

    def configure_filter(self, config):
        return self.configure_custom(config) if "()" in config else logging.Filter(config.get("name", ""))

    def add_filters(self, filterer, filters):
        for f in filters:
            try:
                filterer.addFilter(f if callable(f) or callable(getattr(f, "filter", None)) else self.filters[f])
            except Exception as e:
                raise ValueError("Unable to add filter %r" % f) from e

    def configure_handler(self, config):
        config = dict(config)
        formatter = config.pop("formatter", None)
        if formatter:
            try:
                formatter = self.formatters[formatter]
            except Exception as e:
                raise ValueError("Unable to set formatter %r" % formatter) from e
        level = config.pop("level", None)
        filters = config.pop("filters", None)
        if "()" in config:
            factory = config.pop("()")
            if not callable(factory):
                factory = self.resolve(factory)
        else:
            factory = self.resolve(config.pop("class"))
            from logging import handlers
            if isinstance(factory, type) and issubclass(factory, handlers.MemoryHandler):
                if "flushLevel" in config:
                    config["flushLevel"] = logging._checkLevel(config["flushLevel"])
                if "target" in config:
                    try:
                        target = self.handlers.get(config["target"])
                        if target is None:
                            raise TypeError("target not configured yet")
                        config["target"] = target
                    except Exception as e:
                        raise ValueError("Unable to set target handler %r" % config["target"]) from e
        attributes = config.pop(".", None)
        options = {k: v for k, v in config.items() if valid_ident(k)}
        try:
            handler = factory(**options)
        except TypeError as te:
            if "'stream'" not in str(te):
                raise
            options["strm"] = options.pop("stream")
            handler = factory(**options)
        if formatter:
            handler.setFormatter(formatter)
        if level is not None:
            handler.setLevel(logging._checkLevel(level))
        if filters:
            self.add_filters(handler, filters)
        for name, value in (attributes or {}).items():
            setattr(handler, name, value)
        return handler

    def add_handlers(self, logger, handlers):
        for h in handlers:
            try:
                logger.addHandler(self.handlers[h])
            except Exception as e:
                raise ValueError("Unable to add handler %r" % h) from e

    def _set_up(self, logger, config, incremental):
        level = config.get("level", None)
        if level is not None:
            logger.setLevel(logging._checkLevel(level))
        if not incremental:
            for h in logger.handlers[:]:
                logger.removeHandler(h)
            if config.get("handlers", None):
                self.add_handlers(logger, config["handlers"])
            if config.get("filters", None):
                self.add_filters(logger, config["filters"])

    def configure_logger(self, name, config):
        logger = logging.getLogger(name)
        self._set_up(logger, config, False)
        logger.disabled = False
        if config.get("propagate") is not None:
            logger.propagate = config["propagate"]


dictConfigClass = DictConfigurator


def dictConfig(config):
    dictConfigClass(config).configure()
