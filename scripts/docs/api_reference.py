"""Renders an OpenAPI document as Markdown pages: one for each tag, and one with all types."""

import json
import re

OVERVIEW = "overview.md"
TYPES = "types.md"
# Responses that most endpoints share are described once, on the first page.
SHARED = "#/components/responses/"


def pages(document):
    """Returns the pages as (file name, title, text); the first one is the overview."""
    groups = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            groups[operation["tags"][0]].append((method.upper(), path, operation))
    reference = Reference(document)
    result = [(OVERVIEW, "API reference", reference.overview(groups))]
    for tag in document["tags"]:
        if groups[tag["name"]]:
            text = reference.tag_page(tag, groups[tag["name"]])
            result.append((file_name(tag["name"]), title(tag["name"]), text))
    result.append((TYPES, "Types", reference.types_page()))
    return result


def file_name(tag):
    return f"{tag.replace('_', '-')}.md"


def title(tag):
    words = tag.replace("_", " ")
    return {"icos": "ICOs", "openapi": "OpenAPI"}.get(tag, words[0].upper() + words[1:])


def anchor(heading):
    """Returns the anchor that mdBook gives to a heading."""
    kept = (c for c in heading.lower() if c.isalnum() or c in "-_ ")
    return "".join(kept).replace(" ", "-")


def cell(text):
    """Returns a text for a table: one line, without column separators."""
    return escape(" ".join(text.split())).replace("|", "\\|")


def escape(text):
    """Escapes angle brackets and braces outside code, which are not meant as HTML."""
    parts = text.split("`")
    parts[::2] = [part.replace("<", "&lt;").replace("*", "\\*") for part in parts[::2]]
    return "`".join(parts)


def either(names):
    """Joins alternatives: 'a, b or c'."""
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


class Reference:
    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.responses = document["components"]["responses"]

    def overview(self, groups):
        lines = ["# API reference", "", escape(self.document["info"]["description"]), ""]
        lines += ["[API quick start](../api.md) has examples. The same reference for programs is the OpenAPI document:"]
        lines += ["`GET /api/openapi.json`, or `marketdeck openapi`.", "", "## Endpoints", ""]
        lines += ["| endpoint | purpose |", "|---|---|"]
        for tag, operations in groups.items():
            for method, path, operation in operations:
                link = f"{file_name(tag)}#{anchor(f'{method} {path}')}"
                lines.append(f"| [`{method} {path}`]({link}) | {cell(operation['summary'])} |")
        lines += ["", "## Errors", "", "The body of an error is one sentence of plain text. Most endpoints can return these:", ""]
        lines += ["| status | meaning |", "|---|---|"]
        for name, response in self.responses.items():
            lines.append(f"| {self.status_of(name)} | {cell(response['description'])} |")
        return "\n".join(lines) + "\n"

    def status_of(self, name):
        """Returns the status codes with which endpoints refer to a shared response."""
        found = set()
        for methods in self.document["paths"].values():
            for operation in methods.values():
                for status, response in operation["responses"].items():
                    if response.get("$ref") == SHARED + name:
                        found.add(status)
        return ", ".join(sorted(found))

    def tag_page(self, tag, operations):
        lines = [f"# {title(tag['name'])}", "", escape(tag["description"]), ""]
        for method, path, operation in operations:
            lines += self.operation(method, path, operation)
        return "\n".join(lines)

    def operation(self, method, path, operation):
        lines = [f"## `{method} {path}`", "", escape(operation.get("description", operation["summary"])), ""]
        parameters = operation.get("parameters", [])
        if parameters:
            lines += ["| parameter | in | type | meaning |", "|---|---|---|---|"]
            for one in parameters:
                needed = "required. " if one.get("required") and one["in"] != "path" else ""
                kind = self.type_of(one["schema"])
                lines.append(f"| `{one['name']}` | {one['in']} | {kind} | {needed}{cell(one.get('description', ''))} |")
            lines.append("")
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            lines += [f"Request body (`{media}`): {self.type_of(content.get('schema', {}))}", ""]
            lines += self.fields(content.get("schema", {}))
        lines += ["| status | response | meaning |", "|---|---|---|"]
        shared = []
        for status, response in operation["responses"].items():
            if "$ref" in response:
                shared.append(f"[{status}]({OVERVIEW}#errors)")
                continue
            kinds = [
                f"{self.type_of(content.get('schema', {}))} (`{media}`)" if media != "text/plain" else "one sentence"
                for media, content in response.get("content", {}).items()
            ]
            lines.append(f"| {status} | {' or '.join(kinds)} | {cell(response['description'])} |")
        lines.append("")
        if shared:
            lines += ["Also possible: " + ", ".join(shared) + ".", ""]
        return lines

    def fields(self, schema):
        """Returns a table of the fields of an object; nothing for other types."""
        schema = self.resolved(schema)
        properties = schema.get("properties", {})
        if not properties:
            return []
        required = schema.get("required", [])
        lines = ["| field | type | meaning |", "|---|---|---|"]
        for name, one in properties.items():
            mark = "" if name in required else " (optional)"
            lines.append(f"| `{name}`{mark} | {self.type_of(one)} | {cell(self.description(one))} |")
        return [*lines, ""]

    def description(self, schema):
        return schema.get("description", "")

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.schemas[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def type_of(self, schema):
        """Returns the type of a value as Markdown; names of types are links."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return f"[{name}]({TYPES}#{anchor(name)})"
        for keyword, word in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " with ")):
            if keyword in schema:
                return word.join(self.type_of(one) for one in schema[keyword])
        if "enum" in schema:
            return either([f"`{json.dumps(value)}`" for value in schema["enum"]])
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        kinds = schema.get("type", "any value")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        choices = re.fullmatch(r"\^\(([\w|-]+)\)\$", schema.get("pattern", ""))
        names = []
        for kind in kinds:
            if kind == "array":
                names.append(f"list of {self.type_of(schema.get('items', {}))}")
            elif kind == "string" and choices:
                names += [f"`{choice}`" for choice in choices[1].split("|")]
            elif kind == "string" and schema.get("format") in ("date", "date-time"):
                names.append({"date": "date", "date-time": "time"}[schema["format"]])
            elif kind == "object" and isinstance(schema.get("additionalProperties"), dict):
                names.append(f"object of {self.type_of(schema['additionalProperties'])}")
            else:
                names.append(kind)
        limits = [f"{schema[word]}" for word in ("minimum", "maximum") if word in schema]
        # The limits of the integer types themselves say nothing to readers.
        if len(limits) == 2 and schema["maximum"] < 2**31:
            names[0] += f" ({limits[0]} to {limits[1]})"
        return either(names)

    def types_page(self):
        lines = ["# Types", "", "The objects in requests and responses. Times are ISO 8601 in UTC; null means unknown.", ""]
        for name, schema in self.schemas.items():
            lines += [f"## {name}", ""]
            if schema.get("description"):
                lines += [escape(schema["description"]), ""]
            if "properties" in schema:
                lines += self.fields(schema)
            elif "allOf" in schema or "oneOf" in schema or "anyOf" in schema:
                lines += self.combined(schema)
            else:
                lines += [self.type_of(schema), ""]
        return "\n".join(lines)

    def combined(self, schema):
        """Returns the parts of a type that is a combination or a choice."""
        keyword = next(word for word in ("oneOf", "anyOf", "allOf") if word in schema)
        lines = ["All of these:" if keyword == "allOf" else "One of these:", ""]
        for part in schema[keyword]:
            fields = self.fields(part) if "$ref" not in part else []
            description = "" if "$ref" in part else escape(" ".join(part.get("description", "").split()))
            lines += [f"- {description or self.type_of(part)}", ""]
            lines += [f"  {line}" if line else "" for line in fields]
        return lines
