"""Words as the pattern of a regular expression that shares their beginnings."""
import re

__all__ = ["TrieNode", "Trie"]


class TrieNode:
    def __init__(self):
        self.children = {}


class Trie:
    """A set of words by their letters; the letter "" marks the end of a word."""

    def __init__(self):
        self.root = TrieNode()

    def add(self, word):
        node = self.root
        for letter in word:
            node = node.children.setdefault(letter, TrieNode())
        node.children[""] = True

    def dump(self):
        return self.root

    def quote(self, char):
        return re.escape(char)

    def search(self, word):
        node = self.root
        for letter in word:
            if letter not in node.children:
                return False
            node = node.children[letter]
        return "" in node.children

    def _pattern(self, root):
        """The pattern of what follows a node, None where words only end."""
        single, longer = [], []
        for letter, child in sorted(root.children.items(), key=lambda item: item[0]):
            if letter == "":
                continue
            rest = self._pattern(child)
            if rest is None:
                single.append(self.quote(letter))
            else:
                longer.append(self.quote(letter) + rest)
        only_single = not longer
        if "" in root.children and not single and only_single:
            return None
        if single:
            longer.append(single[0] if len(single) == 1 else "[" + "".join(single) + "]")
        text = longer[0] if len(longer) == 1 else "(?:" + "|".join(longer) + ")"
        if "" in root.children:
            text = text + "?" if only_single else "(?:" + text + ")?"
        return text

    def pattern(self):
        return self._pattern(self.root)

    export_to_regex = pattern
