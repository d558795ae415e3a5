import { type Atom, fenceCode } from "./atoms.ts"
import { endsWithTitle } from "./cut-thoughts.ts"

/**
 * Packs parts into runs no longer than a limit, in order.
 *
 * @param separator between the parts of a run.
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

/** Splits text without better boundaries: at a space near the limit, never inside a surrogate pair. */
function splitHard(text: string, maxCharacters: number): string[] {
  const parts: string[] = []
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + maxCharacters)
    if (end < text.length) {
      // Searches only this part: otherwise, text without spaces would be searched to its beginning for every part.
      const space = start + text.slice(start, end + 1).lastIndexOf(" ")
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

/** Ways to split prose, best first: paragraphs, list items, lines, sentences. Each keeps every character except the separator. */
const PROSE_CUTS: readonly { readonly at: RegExp; readonly separator: string }[] = [
  { at: /\n\n+/, separator: "\n\n" },
  { at: /\n(?=(?:[-*+]|\d{1,9}[.)])\s)/, separator: "\n" },
  { at: /\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/, separator: "\n" },
  { at: /\n/, separator: "\n" },
  { at: /(?<=[.!?:;])\s+(?=\S)/, separator: " " },
]

/** Keeps a bold title, such as that of a note inside a list, with the paragraph that it names. */
function keepTitles(paragraphs: readonly string[]): string[] {
  const kept: string[] = []
  for (const paragraph of paragraphs) {
    const last = kept.at(-1)
    if (last !== undefined && endsWithTitle(last)) kept.splice(-1, 1, `${last}\n\n${paragraph}`)
    else kept.push(paragraph)
  }
  return kept
}

/**
 * Splits Markdown prose at the best available boundaries.
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
  const pieces = text.split(way.at)
  const parts = (cut === 0 ? keepTitles(pieces) : pieces).flatMap((part) => splitProse(part, maxCharacters, cut + 1))
  return packParts(parts, way.separator, maxCharacters)
}

/**
 * Ways to split code, best first: blank lines before the outermost indentation, any blank lines, statements at the outermost indentation,
 * any lines.
 */
const CODE_CUTS: readonly { readonly at: RegExp; readonly isBlankLine: boolean }[] = [
  { at: /\n[ \t]*\n(?=\S)/, isBlankLine: true },
  { at: /\n[ \t]*\n/, isBlankLine: true },
  { at: /\n(?=[^\s})\]])/, isBlankLine: false },
  { at: /\n/, isBlankLine: false },
]

/**
 * Splits code at blank lines, else at lines that start a statement at the outermost indentation, else at any line.
 *
 * @returns parts in order, each at most about `maxCharacters` long, that give the original code when joined with line breaks: a part before
 *   a blank line ends with a line break.
 */
function splitCode(code: string, maxCharacters: number, cut = 0): string[] {
  if (code.length <= maxCharacters) {
    return [code]
  }
  const way = CODE_CUTS[cut]
  if (way === undefined) {
    return splitHard(code, maxCharacters)
  }
  const pieces = code.split(way.at)
  const parts = pieces.flatMap((piece, at) => {
    const split = splitCode(piece, maxCharacters, cut + 1)
    const endsAtBlankLine = way.isBlankLine && at < pieces.length - 1
    return endsAtBlankLine ? [...split.slice(0, -1), `${split.at(-1) ?? ""}\n`] : split
  })
  return packParts(parts, "\n", maxCharacters)
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
 * Splits an atom that is too long for one snippet: prose at items and sentences, tables at rows (with the header repeated), code at blank
 * lines and statements (with fences closed and the language kept).
 *
 * @returns atoms in order whose text is at most about `maxCharacters` long; the atom itself if it fits. All parts have the line range of
 *   the whole atom.
 */
export function splitAtom(atom: Atom, maxCharacters: number): Atom[] {
  if (atom.text.length <= maxCharacters) {
    return [atom]
  }
  if (atom.kind === "code" && atom.code) {
    const language = atom.code.language
    const caption = atom.text.slice(0, Math.max(0, atom.text.length - fenceCode(atom.code).length))
    const parts = splitCode(atom.code.code, Math.max(40, maxCharacters - 20))
    return parts.map((code, part) => ({
      kind: "code" as const,
      text: (part === 0 ? caption : "") + fenceCode({ language, code }),
      code: { language, code: code.trimEnd() },
      lines: atom.lines,
      cuts: cutsOf(part, parts.length, atom.cuts),
    }))
  }
  const parts = (
    atom.kind === "table" ? splitTable(atom.text, maxCharacters) : splitProse(atom.text, maxCharacters)
  ).filter((text) => text.trim() !== "")
  return parts.map((text, part) => ({
    kind: atom.kind,
    text,
    lines: atom.lines,
    ...(atom.isNotes === true ? { isNotes: true } : {}),
    cuts: cutsOf(part, parts.length, atom.cuts),
  }))
}

/** @param outer of the whole atom. */
function cutsOf(part: number, parts: number, outer: Atom["cuts"]): Atom["cuts"] {
  if (parts === 1) return outer
  return { before: part > 0 || outer?.before === true, after: part < parts - 1 || outer?.after === true }
}
