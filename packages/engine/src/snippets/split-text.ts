import { type Atom, fenceCode } from "./atoms.ts"
import { packParts, splitHard, splitProse } from "./split-prose.ts"
import { splitTable } from "./split-table.ts"

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

interface CodeSizes {
  readonly maxCharacters: number
  readonly maxLineCharacters: number
}

/**
 * Splits code at blank lines, else at lines that start a statement at the outermost indentation, else at any line.
 *
 * @returns parts in order, each at most about `maxCharacters` long, that give the original code when joined with line breaks: a part before
 *   a blank line ends with a line break.
 */
function splitCode(code: string, sizes: CodeSizes, cut = 0): string[] {
  const { maxCharacters, maxLineCharacters } = sizes
  if (code.length <= maxCharacters) {
    return [code]
  }
  const way = CODE_CUTS[cut]
  if (way === undefined) {
    return code.length <= maxLineCharacters ? [code] : splitHard(code, maxCharacters)
  }
  const pieces = code.split(way.at)
  const parts = pieces.flatMap((piece, at) => {
    const split = splitCode(piece, sizes, cut + 1)
    const endsAtBlankLine = way.isBlankLine && at < pieces.length - 1
    return endsAtBlankLine ? [...split.slice(0, -1), `${split.at(-1) ?? ""}\n`] : split
  })
  return packParts(parts, "\n", maxCharacters)
}

/**
 * Splits an atom that is too long for one snippet: prose at items and sentences, tables at rows (with the header repeated), code at blank
 * lines and statements (with fences closed and the language kept).
 *
 * @param maxLineCharacters lines of code up to this length are not split.
 * @returns atoms in order whose text is at most about `maxCharacters` long; the atom itself if it fits. All parts have the line range of
 *   the whole atom.
 */
export function splitAtom(atom: Atom, maxCharacters: number, maxLineCharacters = 0): Atom[] {
  if (atom.text.length <= maxCharacters) {
    return [atom]
  }
  if (atom.kind === "code" && atom.code) {
    const language = atom.code.language
    const caption = atom.text.slice(0, Math.max(0, atom.text.length - fenceCode(atom.code).length))
    const parts = splitCode(atom.code.code, { maxCharacters: Math.max(40, maxCharacters - 20), maxLineCharacters })
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
