"""Reads the text and id of a document from a line of JSON, with the messages of src/kernel/json-record.ts and src/model/record-text.ts."""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from typing import Any, Sequence

_LONGEST = 0x7FFFFFF0
_MISSING = object()
#: What may begin a file; it is no part of the first record.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n\x0b\x0c"


class Problem(Exception):
    """Why a record cannot be used."""


def is_blank(line: bytes) -> bool:
    return not line.strip(_BLANK)


def read_line(line: bytes, text_fields: Sequence[str], id_field: str | None, is_id_optional: bool) -> tuple[str, str | None]:
    """The text of a record, and its id as JSON; None if it has none, which is a problem unless the id is optional."""
    try:
        source = line.decode()
    except UnicodeDecodeError:
        raise Problem("not valid UTF-8") from None
    try:
        record = _decoded(source)
    except (ValueError, RecursionError) as error:
        raise Problem(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise Problem(f"{_kind(record)} instead of an object")
    text = _joined(text_fields, [field_value(record, name) for name in text_fields])
    if id_field is None:
        return text, None
    value = field_value(record, id_field)
    if is_id(value):
        return text, id_json(value)
    if is_id_optional:
        return text, None
    raise no_id(id_field, value)


def no_id(id_field: str, value: Any) -> Problem:
    """The problem of a record whose id is missing or cannot be used."""
    kind = _kind(value)
    what = "is missing" if value is _MISSING else f"holds {kind} that is not finite" if kind == "a number" else f"holds {kind}"
    return Problem(f"the id field {json.dumps(id_field)} {what}")


def is_id(value: Any) -> bool:
    """Whether a value can be an id: a string, an integer, or a finite number, as in every engine."""
    return math.isfinite(value) if isinstance(value, float) else isinstance(value, (int, str)) and not isinstance(value, bool)


def id_json(value: Any) -> str:
    """An id in canonical form, whatever its form in the input: 1.0 is 1. Integers beyond 2**53 are strings of their digits, as in every engine."""
    if isinstance(value, int) and abs(value) >= 2**53:
        value = str(value)
    return float_json(value) if isinstance(value, float) else json.dumps(value)


def written_id(text: str) -> str:
    """An id in canonical form as JavaScript writes it in JSON: nothing is escaped that need not be."""
    if "\\" not in text:
        return text
    written = json.dumps(json.loads(text), ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", written)


def float_json(value: float) -> str:
    """A number as JavaScript writes it; Python has exponents for other numbers, and writes them in another form."""
    sign, digits_of, exponent = Decimal(repr(value)).normalize().as_tuple()
    digits = "".join(map(str, digits_of))
    point = len(digits) + int(exponent)
    if 0 < point <= 21:
        text = f"{digits[:point]}.{digits[point:]}" if point < len(digits) else digits.ljust(point, "0")
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        text = f"{digits[0]}{'.' if len(digits) > 1 else ''}{digits[1:]}e{point - 1:+d}"
    return f"-{text}" if sign and value else text


def field_value(record: dict[str, Any], name: str) -> Any:
    """The value of the key with this name, otherwise that at the end of a path into nested objects."""
    if name in record:
        return record[name]
    value: Any = record
    for key in name.split("."):
        if value is None:
            return None
        if not isinstance(value, dict) or key not in value:
            return _MISSING
        value = value[key]
    return value


def _joined(names: Sequence[str], values: Sequence[Any]) -> str:
    if all(value is _MISSING for value in values):
        quoted = ", ".join(json.dumps(name) for name in names)
        raise Problem(f"no field {quoted}" if len(names) == 1 else f"none of the fields {quoted}")
    for name, value in zip(names, values):
        if value is not _MISSING and value is not None and not isinstance(value, str):
            raise Problem(f"the field {json.dumps(name)} is not a string")
    return well_formed("\n".join(value for value in values if isinstance(value, str) and value))


def well_formed(text: str) -> str:
    """The text with U+FFFD in place of lone surrogates, which JSON allows and UTF-8 does not."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"unexpected {name}")


def _decoded(source: str) -> Any:
    try:
        return _DECODE(source)
    except json.JSONDecodeError:
        raise
    except ValueError:
        # Python refuses to convert integers of more than 4,300 digits.
        return _DECODE_LONG(source)


#: Made once: ``json.loads`` with an option makes a decoder for each line.
_DECODE = json.JSONDecoder(parse_constant=_refuse_constant).decode
#: Slower. Integers that are too long for an integer become strings of their digits, which they are as ids.
_DECODE_LONG = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=lambda digits: int(digits) if len(digits) < 4000 else digits).decode


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return "a string"
    return "a number" if isinstance(value, (int, float)) else f"a value of the type {type(value).__name__}"
