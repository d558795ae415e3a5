import { capitalized } from "../../../base/capitalized.ts"
import type { LineSpan } from "../../../document/document.ts"
import { beginApiEntry, memberList, nameOfSignatures } from "../../../document/writers/api-entry.ts"
import { codeSpan } from "../../markdown/inline/render-inline.ts"
import { renderSignature } from "../blocks/inline.ts"
import type { Scope } from "../blocks/scope.ts"
import { bareName, type Directive, hasBody } from "./directive.ts"
import { hasKnownKind, isAutoDirective, localNameOf } from "./directive-kinds.ts"

const HTTP_METHOD = /^http:(any|get|post|put|patch|delete|head|options|trace|connect|copy)$/

/** Writes an API object: its signature becomes a heading, with the description below. */
export function writeObject(scope: Scope, directive: Directive): void {
  const { body, nameLine } = directive
  const signatures = signaturesOf(scope, directive)
  const signature = signatures.join(", ")
  if (signature === "") return hasBody(directive) ? scope.body(body) : scope.writer.leaveOut()
  const attributes = [attributeList(scope, directive), memberList(directive.options["members"] ?? "")].filter(
    (text) => text !== "",
  )
  const isEmpty = !hasBody(directive) && attributes.length === 0
  const lines = { start: nameLine.start, end: Math.max(nameLine.start, body.firstLine - 1) }
  // `.. setting:: NAME` above a section called NAME only marks the target of links.
  if (isEmpty && bareName(directive.next) === bareName(signatures[0] ?? ""))
    return scope.writer.anchor(signatures[0] ?? "")
  const isUnqualified = /^\w+$/.test(signature)
  if (isEmpty && isAutoDirective(localNameOf(directive.name)))
    return writeItem(scope, isUnqualified && /attribute|property/.test(directive.name), signature, lines)
  if (isEmpty && isGenerated(directive, signature)) return scope.writer.leaveOut()
  scope.closeEntry()
  beginApiEntry(scope.writer, { ...nameOfSignatures(signatures), lines, language: scope.language })
  for (const text of attributes) scope.writer.paragraph(text, nameLine)
  scope.body(body)
  // Authors forget to indent descriptions, but Sphinx still shows the text.
  if (isEmpty && directive.isFollowed && directive.name !== "class") scope.leaveEntryOpen(directive.depth)
  else scope.writer.endEntry()
}

function signaturesOf(scope: Scope, { name, argumentLines }: Directive): readonly string[] {
  const method = HTTP_METHOD.exec(name)?.[1]?.toUpperCase()
  const prefix = method === undefined ? "" : `${method} `
  return joinContinued(argumentLines).map((line) => `${prefix}${signatureText(line, scope)}`)
}

/** Joins each line that ends with a backslash with the next one. */
function joinContinued(lines: readonly string[]): string[] {
  return lines
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
}

function signatureText(line: string, scope: Scope): string {
  return /`|\|/.test(line) ? renderSignature(line, scope) : line.replace(/\\(?=[*\\_`])/g, "")
}

/** Lists the type, value and default that the options of an object define. */
function attributeList(scope: Scope, { name, options }: Directive): string {
  const isMarkup = !/^(?:py:)?(?:attribute|data|property)$/.test(name)
  const items = ["type", "value", "default"].flatMap((option) => {
    const text = options[option]?.trim() ?? ""
    if (text === "") return []
    const shown = isMarkup || text.includes("`") ? scope.inline(text) : codeSpan(text)
    return [`- **${capitalized(option)}**: ${shown}`]
  })
  return items.join("\n")
}

/**
 * Returns true for a directive of a project's own domain that inserts what its program finds in an object: `jinja:filters:: koi.FILTERS`. The
 * path of the object is not text of the page.
 */
function isGenerated({ name }: Directive, signature: string): boolean {
  return !hasKnownKind(localNameOf(name)) && name.includes(":") && /^[A-Za-z_]\w*(?:\.\w+)+$/.test(signature)
}

/**
 * Writes an object that is only described in source code as a list item, because its section would be empty. The bare name of an attribute
 * looks like any other word, so its kind is named as well.
 */
function writeItem(scope: Scope, isAttribute: boolean, signature: string, lines: LineSpan): void {
  scope.writer.openList()
  scope.writer.openItem("-")
  scope.writer.paragraph(`${isAttribute ? "Attribute " : ""}${codeSpan(signature)}`, lines)
  scope.writer.close()
  scope.writer.close()
}
