"""Whether archives that were written by one version of the schema can be read by another."""

import dataclasses
import hashlib

__all__ = ["SchemaUpdateError", "check"]


class SchemaUpdateError(Exception):
    """A change of the schema that is none of those allowed."""


@dataclasses.dataclass
class _Commit:
    """A schema before a change, what the change puts into it and takes away, and the schema afterwards."""

    result: dict
    checksum_next: str
    yaml_path: str
    additions: dict
    subtractions: dict
    base: dict
    checksum_head: str | None
    cpp_header: str
    cpp_header_path: str
    enum_converter_header: str = ""
    enum_converter_header_path: str = ""
    thrift_checksum_head: str | None = None
    thrift_checksum_real: str | None = None
    thrift_checksum_next: str = ""
    thrift_schema: str = ""
    thrift_schema_path: str = ""


def _hash_content(s):
    return hashlib.sha256(s.encode("utf-8")).hexdigest()


def _diff_schema(dst, src):
    """What src has that dst has not, and the reverse, by class and field. Types of fields, and values of enumerations, do not change."""
    additions = {name: src[name] for name in src.keys() - dst.keys()}
    subtractions = {name: dst[name] for name in dst.keys() - src.keys()}
    for name in src.keys() & dst.keys():
        if src[name] == dst[name] or name == "SCHEMA_VERSION":
            continue
        kind = src[name]["kind"]
        if kind != dst[name]["kind"]:
            raise SchemaUpdateError(f"Type {name} changed kind from {dst[name]['kind']} to {kind}")
        before, after = dst[name]["fields"], src[name]["fields"]
        added = {field: after[field] for field in after.keys() - before.keys()}
        removed = {field: before[field] for field in before.keys() - after.keys()}
        for field in after.keys() & before.keys():
            if before[field] == after[field]:
                continue
            if kind == "enum":
                raise SchemaUpdateError(f"Value of the enum field {name}.{field} changed from {before[field]} to {after[field]}")
            if before[field]["type"] != after[field]["type"]:
                raise SchemaUpdateError(f"Type of the field {name}.{field} changed from {before[field]['type']} to {after[field]['type']}")
            if "default" in after[field] and "default" not in before[field]:
                added[field] = {"default": after[field]["default"]}
            if "default" in before[field] and "default" not in after[field]:
                removed[field] = {"default": before[field]["default"]}
        if added:
            additions[name] = {"fields": added}
        if removed:
            subtractions[name] = {"fields": removed}
    return additions, subtractions


def _left_open(commit, name, about):
    """Whether a new field of a class that was there has to be given."""
    return name in commit.base and commit.base[name]["kind"] == "struct" and "default" not in about


def check(commit, force_unsafe=False):
    """The version that a change leads to, None where there is no change, with what was changed. One that is forced has the version that it says."""
    higher, reasons = "", ""
    for name, change in commit.additions.items():
        for field, about in change.get("fields", {}).items() if name != "SCHEMA_VERSION" else ():
            if _left_open(commit, name, about):
                higher = "major"
                reasons += f"Field {name}.{field} is added to schema.py without a default value as an incompatible change which requires major version bump.\n"
    whole = {name for name in commit.subtractions if name not in commit.result}
    for name, change in commit.subtractions.items():
        for field in change.get("fields", {}) if name != "SCHEMA_VERSION" and name not in whole else ():
            higher = "major"
            reasons += f"Field {name}.{field} is removed from schema.py as an incompatible change which requires major version bump.\n"
    if force_unsafe:
        return commit.result["SCHEMA_VERSION"], reasons + "--force-unsafe is used."
    major, minor = commit.base["SCHEMA_VERSION"]
    if higher:
        return [major + 1, 1], reasons
    changes = [*((*item, "added to") for item in commit.additions.items()), *((*item, "removed from") for item in commit.subtractions.items())]
    for name, change, verb in changes:
        for field in change.get("fields", {}) if name != "SCHEMA_VERSION" else ():
            higher = "minor"
            reasons += f"Field {name}.{field} is {verb} schema.py as a compatible change which still requires minor version bump.\n"
    return ([major, minor + 1] if higher else None), reasons
