# Configuration files: delimiters of any kind, lines that take no time, ends of lines in values.
import configparser
import io

for delimiter in "=", ":", " ", "\t", ":=", "#", "x", "é", "\x1e":
    parser = configparser.RawConfigParser(delimiters=(delimiter,), comment_prefixes=(";",))
    parser.read_string(f"[all]\nfoo{delimiter}bar=baz\nspam {delimiter} \teggs\n")
    print(repr(delimiter), dict(parser["all"]))
parser = configparser.RawConfigParser(delimiters=(" ", "="))
parser.read_string("[all]\nfoo = bar=baz\nname value\n")
print(dict(parser["all"]))
parser = configparser.RawConfigParser(allow_no_value=True)
parser.read_string("[section]\nx" + " " * 40000 + "y\n")
print([len(name) for name in parser["section"]])
parser = configparser.ConfigParser()
parser["one"] = {"a": "1\r\n2\r3\n4"}
out = io.StringIO()
parser.write(out)
print(repr(out.getvalue()))
try:
    parser.read_string("[x]\nnothing here\n= none\n")
except configparser.ParsingError as e:
    print(e)
parser = configparser.RawConfigParser()
try:
    parser.read_string("[Foo]\nx = 1\ny = 2\ny = 3\n")
except configparser.DuplicateOptionError as e:
    print(e, parser.get("Foo", "x"), parser.get("Foo", "y"))
