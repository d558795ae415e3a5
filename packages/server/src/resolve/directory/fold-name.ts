/** Symbols that are part of a language's name but would be removed as punctuation. */
const SPELLED_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bc\+\+/giu, "cpp"],
  [/\b([cf])#/giu, "$1sharp"],
]

const HAS_SIGN = /[+#]/u
const ASCII_ONLY = /^[\0-\x7f]*$/u
const MARKS = /\p{M}+/gu
const SEGMENT = /[\p{L}\p{N}]+/gu
/** Word boundaries inside a segment, as in `fooBar`, `XMLParser`, `vue3`, `3d`. */
const INNER_BORDER = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u

function spellOut(text: string): string {
  let plain = ASCII_ONLY.test(text) ? text : text.normalize("NFKD").replace(MARKS, "")
  if (!HAS_SIGN.test(plain)) return plain
  for (const [sign, word] of SPELLED_SIGNS) plain = plain.replace(sign, word)
  return plain
}

/** Folds a name to lowercase letters and digits: `Next.js` and `next JS` become `nextjs`. May be empty. */
export function foldName(name: string): string {
  return (spellOut(name).match(SEGMENT) ?? []).join("").toLowerCase()
}

/** Splits a name at punctuation, in lower case: `Flask-SQLAlchemy` becomes `flask`, `sqlalchemy`. */
export function splitSegments(name: string): string[] {
  return (spellOut(name).match(SEGMENT) ?? []).map((segment) => segment.toLowerCase())
}

/**
 * Splits the segments of a name at capitals and digits: `YouTubeKit` becomes `you`, `tube`, `kit`; whole segments are
 * not repeated.
 */
export function splitParts(name: string): string[] {
  const segments = spellOut(name).match(SEGMENT) ?? []
  return segments.flatMap((segment) => {
    const parts = segment.split(INNER_BORDER)
    return parts.length > 1 ? parts.map((part) => part.toLowerCase()) : []
  })
}
