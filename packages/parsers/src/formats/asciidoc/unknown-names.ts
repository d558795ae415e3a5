/** Names that Asciidoctor or its processor defines. */
const INTRINSIC = new Set(
  "amp apos asterisk asciidoctor author authorinitials authors backend backslash backtick blank brvbar caret cpp cxx date datetime deg docdir docfile docname doctitle doctype doctime email empty endsb ext filetype firstname gt idprefix idseparator imagesdir indir infile lang lastname ldquo leveloffset localdate lsquo lt middlename nbsp orgname outdir outfile plus pp quot rdquo revdate revnumber revremark rsquo sectnums sp startsb tilde time title toc user vbar version wj zwsp".split(
    " ",
  ),
)
/** May be in italics, `_{koi}_`, and before a capitalized alternative, `{koi}/Carp`: the parts of a path are in lower case. */
const WORD =
  /(?<![a-zA-Z0-9$#/%}{.\\:=&?-]|[a-zA-Z0-9_]_)\{([a-z][a-z0-9]*(?:_[a-z0-9]+)*)\}(?![}a-zA-Z0-9{]|_[a-zA-Z0-9_]|\/(?![A-Z]))/g
/** Opens or closes a code block. */
const CODE_FENCE = /^(-{4,}|\.{4,}|`{3,})(.*)$/
const CODE_IN_LINE = /`[^`\n]*`|\+[^+\n]*\+/g
/** Maximum number of names per page. */
const MAX_NAMES = 200

/**
 * Finds undefined lowercase words in braces that a page uses only in prose and never in code: attributes that only the
 * build of the site defines (`{product}`, `{sqlpp}`). Words that also occur in code are template variables.
 *
 * @returns the text to show, by name: the words themselves.
 */
export function unknownNames(text: string, known: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (text.search(WORD) === -1) return {}
  const uses = new Map<string, number>()
  for (const [, name = ""] of withoutCode(text).matchAll(WORD)) {
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

/** Removes closed code blocks and inline code. */
function withoutCode(text: string): string {
  const lines = text.split("\n")
  const lastAt = new Map(lines.map((line, at) => [line.trimEnd(), at]))
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    const [, fence = "", rest = ""] = CODE_FENCE.exec(line) ?? []
    const opens = fence !== "" && (fence.startsWith("`") || rest.trim() === "")
    if (!opens || (lastAt.get(fence) ?? 0) <= at) {
      kept.push(line.replace(CODE_IN_LINE, ""))
      continue
    }
    do at++
    while (lines[at]?.trimEnd() !== fence)
  }
  return kept.join("\n")
}

/** Attributes that the page sets, or tests in a condition, must not be changed. */
function isNamed(text: string, name: string): boolean {
  return new RegExp(
    `^:!?${name}!?:|(?:ifn?def|ifeval)::[^\\n]*\\b${name}\\b|\\{set:${name}\\b|counter2?:${name}\\b`,
    "m",
  ).test(text)
}
