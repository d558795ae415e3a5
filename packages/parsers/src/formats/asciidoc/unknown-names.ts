/** Names that Asciidoctor gives a value itself, or its processor does. */
const INTRINSIC = new Set(
  "amp apos asterisk asciidoctor author authorinitials authors backend backslash backtick blank brvbar caret cpp cxx date datetime deg docdir docfile docname doctitle doctype doctime email empty endsb ext filetype firstname gt idprefix idseparator imagesdir indir infile lang lastname ldquo leveloffset localdate lsquo lt middlename nbsp orgname outdir outfile plus pp quot rdquo revdate revnumber revremark rsquo sectnums sp startsb tilde time title toc user vbar version wj zwsp".split(
    " ",
  ),
)
const WORD = /(?<![\w$#/%}{.\\:=&?-])\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\}(?![}\w/{])/g
/** Blocks of code, code in a line, addresses of pages and macros. */
const CODE = /^(-{4,}|\.{4,})[ \t]*\n[^]*?\n\1[ \t]*$|^(`{3,}).*\n[^]*?\n\2[ \t]*$|`[^`\n]*`|\+[^+\n]*\+/gm
/** More names than a page has. */
const MAX_NAMES = 200

/**
 * Finds small words in braces that a page uses in its sentences only, never in code, and that nobody defines: attributes that
 * only the build of the site knows (`{product}`, `{sqlpp}`). Words that stand in code too are the variables of templates.
 *
 * @returns what is shown instead, by name: the words themselves.
 */
export function unknownNames(text: string, known: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (text.search(WORD) === -1) return {}
  const uses = new Map<string, number>()
  for (const [, name = ""] of text.replace(CODE, "").matchAll(WORD)) {
    if (uses.has(name) || uses.size < MAX_NAMES) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  const values: Record<string, string> = {}
  for (const [name, count] of uses) {
    if (INTRINSIC.has(name) || Object.hasOwn(known, name)) continue
    if (text.split(`{${name}}`).length - 1 !== count || isNamed(text, name)) continue
    values[name] = name.replaceAll("_", " ")
  }
  return values
}

/** A value that the page gives, and a condition that asks for one, are not to be changed. */
function isNamed(text: string, name: string): boolean {
  return new RegExp(
    `^:!?${name}!?:|(?:ifn?def|ifeval)::[^\\n]*\\b${name}\\b|\\{set:${name}\\b|counter2?:${name}\\b`,
    "m",
  ).test(text)
}
