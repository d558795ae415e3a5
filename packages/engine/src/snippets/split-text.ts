import { type Atom, fenceCode } from "./atoms.ts"

/**
 * Packs parts into runs no longer than a limit, keeping their order.
 *
 * @param separator stands between parts of one run.
 */
function packParts(parts: readonly string[], separator: string, maxCharacters: number): string[] {
  const runs: string[] = []
  let run: string | undefined
  for (const part of parts) {
    if (run !== undefined && run.length + separator.length + part.length <= maxCharacters) {
      run = run + separator + part
      continue
    }
    if (run !== undefined) {
      runs.push(run)
    }
    run = part
  }
  if (run !== undefined) {
    runs.push(run)
  }
  return runs
}

/** Cuts where nothing better is left: at a space near the limit, never inside a surrogate pair. */
function splitHard(text: string, maxCharacters: number): string[] {
  const parts: string[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + maxCharacters)
    if (end < text.length) {
      const space = text.lastIndexOf(" ", end)
      if (space > start + maxCharacters / 2) {
        end = space
      } else if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) {
        end--
      }
    }
    parts.push(text.slice(start, end))
    start = text[end] === " " ? end + 1 : end
  }
  return parts
}

/** Ways to cut prose, best first: list items, lines of paragraphs, sentences. Each keeps every character but the separator. */
const PROSE_CUTS: readonly { readonly at: RegExp; readonly separator: string }[] = [
  { at: /\n\n+/, separator: "\n\n" },
  { at: /\n(?=(?:[-*+]|\d{1,9}[.)])\s)/, separator: "\n" },
  { at: /\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/, separator: "\n" },
  { at: /\n/, separator: "\n" },
  { at: /(?<=[.!?:;])\s+(?=\S)/, separator: " " },
]

/**
 * Splits Markdown prose at the best borders there are.
 *
 * @returns parts in order, each at most `maxCharacters` long.
 */
function splitProse(text: string, maxCharacters: number, cut = 0): string[] {
  if (text.length <= maxCharacters) {
    return [text]
  }
  const way = PROSE_CUTS[cut]
  if (way === undefined) {
    return splitHard(text, maxCharacters)
  }
  const parts = text.split(way.at).flatMap((part) => splitProse(part, maxCharacters, cut + 1))
  return packParts(parts, way.separator, maxCharacters)
}

/**
 * Splits code at blank lines, else at lines that start a statement at the outermost indentation, else at any line.
 *
 * @returns parts in order, each at most `maxCharacters` long.
 */
function splitCode(code: string, maxCharacters: number, cut = 0): string[] {
  if (code.length <= maxCharacters) {
    return [code]
  }
  const ways = [
    { at: /\n[ \t]*\n(?=\S)/, separator: "\n\n" },
    { at: /\n[ \t]*\n/, separator: "\n\n" },
    { at: /\n(?=[^\s})\]])/, separator: "\n" },
    { at: /\n/, separator: "\n" },
  ]
  const way = ways[cut]
  if (way === undefined) {
    return splitHard(code, maxCharacters)
  }
  const parts = code.split(way.at).flatMap((part) => splitCode(part, maxCharacters, cut + 1))
  return packParts(parts, way.separator, maxCharacters)
}

/** Splits a rendered table by rows; every part repeats the header. */
function splitTable(text: string, maxCharacters: number): string[] {
  const lines = text.split("\n")
  const hasHeader = /^\|(?:-\|)+$/.test(lines[1] ?? "")
  const head = hasHeader ? `${lines.slice(0, 2).join("\n")}\n` : ""
  if (head.length > maxCharacters / 2) {
    return splitProse(text, maxCharacters, 3)
  }
  const room = maxCharacters - head.length
  const rows = lines.slice(hasHeader ? 2 : 0).flatMap((row) => splitHard(row, room))
  return packParts(rows, "\n", room).map((part) => head + part)
}

/**
 * Splits an atom that is too long for one snippet: prose at items and sentences, tables at rows (header repeated), code at
 * blank lines and statements (fences closed, language kept).
 *
 * @returns atoms in order whose text is at most about `maxCharacters` long; the atom itself when it fits. Lines are those
 *   of the whole.
 */
export function splitAtom(atom: Atom, maxCharacters: number): Atom[] {
  if (atom.text.length <= maxCharacters) {
    return [atom]
  }
  if (atom.kind === "code" && atom.code) {
    const language = atom.code.language
    const caption = atom.text.slice(0, Math.max(0, atom.text.length - fenceCode(atom.code).length))
    return splitCode(atom.code.code, Math.max(40, maxCharacters - 20)).map((code, part) => ({
      kind: "code" as const,
      text: (part === 0 ? caption : "") + fenceCode({ language, code }),
      code: { language, code },
      lines: atom.lines,
    }))
  }
  const parts = atom.kind === "table" ? splitTable(atom.text, maxCharacters) : splitProse(atom.text, maxCharacters)
  return parts.filter((text) => text.trim() !== "").map((text) => ({ kind: atom.kind, text, lines: atom.lines }))
}
