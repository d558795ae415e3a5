import { endsWithTitle } from "./cut-thoughts.ts"

/**
 * Packs parts into runs no longer than a limit, in order.
 *
 * @param separator between the parts of a run.
 */
export function packParts(parts: readonly string[], separator: string, maxCharacters: number): string[] {
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
export function splitHard(text: string, maxCharacters: number): string[] {
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

/** Ways to split prose, best first: paragraphs, list items, lines, sentences, clauses. Each keeps every character except the separator. */
const PROSE_CUTS: readonly { readonly at: RegExp; readonly separator: string }[] = [
  { at: /\n\n+/, separator: "\n\n" },
  { at: /\n(?=(?:[-*+]|\d{1,9}[.)])\s)/, separator: "\n" },
  { at: /\n(?=\s*(?:[-*+]|\d{1,9}[.)])\s)/, separator: "\n" },
  { at: /\n/, separator: "\n" },
  { at: /(?<=[.!?])\s+(?=\S)/, separator: " " },
  { at: /(?<=[:;])\s+(?=\S)/, separator: " " },
]

/** A paragraph that is at most this many times too long is not cut at a sentence, because the rest would be a sentence or two. */
const SENTENCE_TOLERANCE = 1.1

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
 * @returns parts in order, each at most `maxCharacters` long; a tenth longer to keep the last sentence of a paragraph.
 */
export function splitProse(text: string, maxCharacters: number, cut = 0): string[] {
  if (text.length <= maxCharacters) {
    return [text]
  }
  const way = PROSE_CUTS[cut]
  if (way === undefined) {
    return splitHard(text, maxCharacters)
  }
  if (way.separator === " " && text.length <= SENTENCE_TOLERANCE * maxCharacters) {
    return [text]
  }
  const pieces = text.split(way.at)
  const parts = (cut === 0 ? keepTitles(pieces) : pieces).flatMap((part) => splitProse(part, maxCharacters, cut + 1))
  return packParts(parts, way.separator, maxCharacters)
}
