import type { IncludeContext, SourceLine } from "../includes/include-context.ts"
import { nearestConf } from "./conf.ts"

const USED = /(?<![\w|\\])\|([A-Za-z_](?:[\w .-]{0,60}\w)?)\|(?!\|)/g
const DEFINED = /^\s*\.\. \|([^|\n]+)\| [a-z]+::/
/** `rst_prolog` and `rst_epilog`, which are part of every page. Only literal values can be read. */
const EVERYWHERE = /^rst_(?:prolog|epilog)\s*\+?=\s*r?("""|''')([^]{0,20000}?)\1/gm
const DEFINITION = /^\.\. \|[^|\n]+\| [a-z]+::[^\n]*(?:\n(?:[ \t]+\S[^\n]*|[ \t]*(?=\n[ \t]+\S)))*/gm
const VERSION = /^(version|release)\s*=\s*(["'])([^"'\n]{1,100})\2/gm

/** Checks quickly whether a page of reStructuredText may use substitutions of its site. */
export function hasSiteSubstitutions(text: string): boolean {
  return text.includes("|") && text.search(USED) !== -1
}

/** Appends the substitutions of `conf.py` that the page uses but does not define. */
export function addSiteSubstitutions(lines: readonly SourceLine[], context: IncludeContext): readonly SourceLine[] {
  const used = new Set(lines.flatMap(({ text }) => [...text.matchAll(USED)].map(([, name = ""]) => name)))
  for (const { text } of lines) used.delete(DEFINED.exec(text)?.[1] ?? "")
  if (used.size === 0) return lines
  const wanted = definitionsOf(nearestConf(context)).filter((text) => used.has(DEFINED.exec(text)?.[1] ?? ""))
  const at = lines.at(-1)?.at ?? 1
  return wanted.length === 0 ? lines : [...lines, { text: "", at }, ...context.linesAt(wanted.join("\n"), at)]
}

function definitionsOf(conf: string): readonly string[] {
  const written = [...conf.matchAll(EVERYWHERE)].flatMap(([, , text = ""]) => text.match(DEFINITION) ?? [])
  const versions = [...conf.matchAll(VERSION)].map(([, name = "", , value = ""]) => `.. |${name}| replace:: ${value}`)
  return [...written, ...versions]
}
