import { load, LoggerManager, MemoryLogger } from "@asciidoctor/core"
import { BlockWriter } from "../../document/block-writer.ts"
import type { ParsedFile } from "../../document/document.ts"
import { parseFrontMatter } from "../../document/front-matter.ts"
import { attributeOf, type AsciidocDocument, type AsciidocNode } from "./asciidoctor-nodes.ts"
import { DocumentConverter } from "./document-converter.ts"
import { toPlainText, toTitle, withoutMarks } from "./inline-marks.ts"
import type { ReferenceTitles } from "./page-references.ts"
import { unknownAddresses } from "./unknown-addresses.ts"
import { unknownNames } from "./unknown-names.ts"
import { createMacroRegistry } from "./unknown-macros.ts"

/** Asciidoctor's messages that become problems of the page. */
const MAX_MESSAGES = 20
/** Messages about mistakes that do not affect what readers see. */
const HARMLESS = /^level 0 sections can only be used/
/**
 * Attributes of every document: keyboard and menu macros are enabled, URLs are shown in full, `nameSections` generates
 * the ids of sections.
 */
const ATTRIBUTES = {
  experimental: "",
  sectids: null,
  idprefix: "",
  "skip-front-matter": "",
  "hide-uri-scheme": null,
}
/** Lines that name parts of a file for its includes, with the sign that attaches them to a list. */
const TAG_LINES = /^(?:\+\n)?(?:tag|end)::[\w.-]{1,200}\[\][ \t]*$/gm
/** Attributes with the current time, which would make every conversion different. */
const TIMES = "localdate localtime localdatetime localyear docdate doctime docdatetime docyear".split(" ")

/**
 * Converts AsciiDoc with Asciidoctor. Only the text itself is read; includes must be expanded before.
 *
 * A few characters can cause endless work, and this function has no time limit. Use `parseAsciidoc`, which has one.
 *
 * @param attributes values that the site defines, by name; the document may define others.
 * @param references titles of other pages that the page refers to.
 */
export async function convertAsciidoc(
  source: string,
  attributes: Readonly<Record<string, string>> = {},
  references: ReferenceTitles = {},
): Promise<ParsedFile> {
  const text = withoutMarks(source).replace(TAG_LINES, (lines) => lines.replace(/[^\n]/g, ""))
  const lineCount = text.split("\n").length
  const writer = new BlockWriter(lineCount)
  const converter = new DocumentConverter(writer, () => new BlockWriter(lineCount), references)
  const messages = new MemoryLogger()
  LoggerManager.logger = messages
  const loaded: unknown = await load(text, {
    safe: "secure",
    sourcemap: true,
    attributes: {
      ...overridable(Object.fromEntries(TIMES.map((name) => [name, ""]))),
      ...overridable(unknownNames(text, attributes)),
      ...overridable(unknownAddresses(text, attributes)),
      ...overridable(attributes),
      ...ATTRIBUTES,
    },
    converter,
    extension_registry: createMacroRegistry(text),
  })
  const document = loaded as AsciidocDocument
  nameSections(document)
  const title = document.header?.title ?? ""
  if (title !== "") {
    const line = document.header?.sourceLocation?.lineno ?? 1
    writer.heading(1, toTitle(title), { start: line, end: line }, { anchor: document.id ?? undefined })
  }
  await document.convert()
  for (const { message, line } of messagesOf(messages)) writer.problem(message, line)
  const front = parseFrontMatter(text)
  return writer.finish(
    front.title ?? toTitle(title),
    front.description ?? toPlainText(attributeOf(document, "description")),
  )
}

/** Attributes that a document may override. */
function overridable(attributes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, `${value}@`]))
}

/**
 * Gives every section without an id the id that Asciidoctor would generate. Asciidoctor's own code takes quadratic time
 * in the number of sections.
 */
function nameSections(document: AsciidocDocument): void {
  const counts = new Map<string, number>()
  const { refs } = document.catalog
  const waiting: AsciidocNode[] = [...(document.blocks ?? [])].toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.context !== "section" && node.context !== "preamble") continue
    if (node.context === "section" && (node.id === null || node.id === undefined || node.id === "")) {
      const name = `_${toPlainText(node.title ?? "")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s._-]/gu, "")
        .replace(/[\s._-]+/g, "_")
        .replace(/_$/, "")}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const id = count === 1 ? name : `${name}_${count}`
      Reflect.set(node, "id", id)
      if (!Object.hasOwn(refs, id)) Reflect.set(refs, id, node)
    }
    waiting.push(...(node.blocks ?? []).toReversed())
  }
}

function messagesOf(logger: MemoryLogger): { readonly message: string; readonly line?: number | undefined }[] {
  const found: { readonly message: string; readonly line?: number | undefined }[] = []
  for (const entry of logger.getMessages()) {
    if (!/^(?:WARN|ERROR|FATAL)/.test(entry.getSeverity()) || found.length >= MAX_MESSAGES) continue
    if (HARMLESS.test(entry.getText())) continue
    const line = entry.getSourceLocation()?.getLineNumber()
    found.push({ message: entry.getText(), line: line ?? undefined })
  }
  return found
}
