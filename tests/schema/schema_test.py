#!/usr/bin/env python3
"""The JSON Schemas of docs/ read by jsonschema, as an editor reads them, beside our own validator (tests/bad_input/schema_test.cpp).

Every example scene, model and assembly is valid by the schema that it names, and a list of wrong ones is not.
Without the package python3-jsonschema the test is skipped (exit code 77).
"""
import copy
import functools
import json
import pathlib
import re
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: python3-jsonschema, with drafts of 2020, is not installed")
    sys.exit(77)

root = pathlib.Path(__file__).resolve().parents[2]
faults = []

# What is changed in an example, and no longer valid: the example, where, and by what value.
wrong = [
    ("pendulum.json", "/gravty", [0, 0, 0]),
    ("pendulum.json", "/gravity", [0, 0]),
    ("pendulum.json", "/gravity", [0, 0, "g", 0]),
    ("pendulum.json", "/time/end", 0),
    ("pendulum.json", "/time/output_step", -0.1),
    ("pendulum.json", "/time", [1, 2]),
    ("pendulum.json", "/bodies", "none"),
    ("pendulum.json", "/bodies/stone", {"type": "rigid", "mass": 1, "colour": 1}),
    ("pendulum.json", "/bodies/stone", {"type": "soft", "mass": 1}),
    ("pendulum.json", "/joints/odd", {"type": "hinge", "parent": "world", "child": "stone"}),
    ("pendulum.json", "/outputs/odd", {"joint": 3}),
    ("sliding_mass.json", "/bodies/beam/length", -1),
    ("sliding_mass.json", "/bodies/beam/ends", "glued"),
    ("sliding_mass.json", "/bodies/beam/lenght", 2),
    ("sliding_mass.json", "/joints/slide/positon", 2),
    ("two_arms.json", "/instances/left/fiel", "arm.json"),
    ("two_arms.json", "/instances/left/world", 3),
    ("two_arms.json", "/instances/left/with", {"l": [1]}),
    ("two_arms/arm.json", "/bodies", 3),
    ("two_arms/arm.json", "/colour", 1),
    ("cylinder/cylinder.json", "/colour", 1),
    ("cylinder/cylinder.json", "/fe", 3),
    ("cylinder/cylinder.json", "/frame", {"type": "chrod"}),
    ("cylinder/cylinder.json", "/cuts", {"middle": {"marker": 3}}),
    ("cylinder/cylinder.json", "/estimator", 1001),
    ("cylinder/cylinder.json", "/reduction", {"method": "modal", "modes": 3}),  # beside "reductions"
    ("clamped_pair/pair.json", "/bodies", 3),
    ("clamped_pair/pair.json", "/colour", 1),
]


def read(path):
    """JSON with // comments, which stand outside of strings."""
    text = path.read_text(encoding="utf-8")
    return json.loads(re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*', lambda match: match.group(1) or "", text))


@functools.cache
def make_validator(path):
    schema = read(path)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def find_references(schema):
    """All "$ref" in it."""
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        yield schema["$ref"]
    for inside in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []:
        yield from find_references(inside)


def validator_of(path, document):
    """That of the schema which the document names."""
    return make_validator((path.parent / document["$schema"]).resolve())


def put(document, pointer, value):
    *parents, last = pointer.split("/")[1:]
    for key in parents:
        document = document[key]
    document[last] = value


examples = sorted((root / "scenes").rglob("*.json"))
for path in examples:
    document = read(path)
    for error in validator_of(path, document).iter_errors(document):
        faults.append(f"{path.relative_to(root)}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

for name, pointer, value in wrong:
    path = root / "scenes" / name
    document = read(path)
    validator = validator_of(path, document)
    changed = copy.deepcopy(document)
    put(changed, pointer, value)
    if validator.is_valid(changed):
        faults.append(f"scenes/{name} with {pointer} = {json.dumps(value)} is valid, expected a refusal")

for path in sorted((root / "docs").glob("*.schema.json")):
    schema = read(path)
    for reference in sorted(set(find_references(schema))):
        if reference.removeprefix("#/$defs/") not in schema.get("$defs", {}):
            faults.append(f"{path.relative_to(root)}: {reference} is not defined")

if len(examples) < 10:
    faults.append(f"found only {len(examples)} examples")
print("\n".join(faults) if faults else f"{len(examples)} examples are valid, {len(wrong)} wrong ones are not")
sys.exit(1 if faults else 0)
