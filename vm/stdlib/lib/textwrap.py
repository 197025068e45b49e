"""Wrapping and indenting of text."""

import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "


class TextWrapper:
    """Wraps paragraphs to a width; the attributes say how."""

    # Words with the blanks between them; a hyphen inside a word, and a long dash,
    # are places to break at.
    wordsep_re = re.compile(
        r"([\t\n\x0b\x0c\r ]+"
        r"|(?<=[\w!\"'&.,?])-{2,}(?=\w)"
        r"|[^\t\n\x0b\x0c\r ](?:"
        r"[^\t\n\x0b\x0c\r ]*?(?:-(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])"
        r"|(?=[\t\n\x0b\x0c\r ]|\Z)"
        r"|(?<=[\w!\"'&.,?])(?=-{2,}\w))))")
    wordsep_simple_re = re.compile(r"([\t\n\x0b\x0c\r ]+)")
    sentence_end_re = re.compile("[a-z][.!?][\"']?\\Z")

    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width, self.max_lines, self.placeholder = width, max_lines, placeholder
        self.initial_indent, self.subsequent_indent = initial_indent, subsequent_indent
        self.expand_tabs, self.tabsize = expand_tabs, tabsize
        self.replace_whitespace, self.drop_whitespace = replace_whitespace, drop_whitespace
        self.break_long_words, self.break_on_hyphens = break_long_words, break_on_hyphens
        self.fix_sentence_endings = fix_sentence_endings

    def _split_chunks(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            for ch in _whitespace:
                text = text.replace(ch, " ")
        if self.break_on_hyphens:
            chunks = self.wordsep_re.split(text)
        else:
            chunks = self.wordsep_simple_re.split(text)
        chunks = [c for c in chunks if c]
        if self.fix_sentence_endings:
            for i in range(len(chunks) - 1):
                if chunks[i + 1] == " " and self.sentence_end_re.search(chunks[i]):
                    chunks[i + 1] = "  "
        return chunks

    def _break_word(self, chunks, line, length, width):
        """Put as much of the word chunks[-1] on the line as fits."""
        space = 1 if width < 1 else width - length
        if not self.break_long_words:
            if not line:
                line.append(chunks.pop())
            return
        word = chunks[-1]
        end = space
        if self.break_on_hyphens and len(word) > space:
            hyphen = word.rfind("-", 0, space)
            if hyphen > 0 and any(c != "-" for c in word[:hyphen]):
                end = hyphen + 1
        if end > 0:
            line.append(word[:end])
            chunks[-1] = word[end:]

    def wrap(self, text):
        """Return the lines of a paragraph, without line ends."""
        chunks = self._split_chunks(text)
        if self.width <= 0:
            raise ValueError("invalid width %r (must be > 0)" % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks.reverse()
        lines = []
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            line, length = [], 0
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._break_word(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and not line[-1].strip():
                length -= len(line[-1])
                line.pop()
            if not line:
                continue
            at_end = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or at_end and length <= width:
                lines.append(indent + "".join(line))
                continue
            while line:
                if line[-1].strip() and length + len(self.placeholder) <= width:
                    line.append(self.placeholder)
                    lines.append(indent + "".join(line))
                    break
                length -= len(line[-1])
                line.pop()
            else:
                if lines:
                    last = lines[-1].rstrip()
                    if len(last) + len(self.placeholder) <= self.width:
                        lines[-1] = last + self.placeholder
                        break
                lines.append(indent + self.placeholder.lstrip())
            break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """Wrap a paragraph; return its lines."""
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    """Wrap a paragraph; return one string."""
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """Collapse blanks and cut the text to a width."""
    wrapper = TextWrapper(width=width, max_lines=1, **kwargs)
    return wrapper.fill(" ".join(text.strip().split()))


def dedent(text):
    """Remove the indentation that all lines have in common."""
    if not isinstance(text, str):
        raise TypeError(f"expected str object, not {type(text).__name__!r}")
    lines = text.split("\n")
    margin = None
    for line in lines:
        if not line.strip():
            continue
        blanks = line[:len(line) - len(line.lstrip(" \t"))]
        if margin is None:
            margin = blanks
            continue
        common = 0
        while common < min(len(margin), len(blanks)) and margin[common] == blanks[common]:
            common += 1
        margin = margin[:common]
    n = len(margin or "")
    return "\n".join(line[n:] if line.strip() else "" for line in lines)


def indent(text, prefix, predicate=None):
    """Put prefix before the lines that are not blank, or that predicate accepts."""
    if predicate is None:
        predicate = str.strip
    return "".join(prefix + line if predicate(line) else line for line in text.splitlines(True))
