import { isProgrammingLanguage, languageName } from "../../snippets/variants/language-names.ts"
import type { Snippet } from "../../snippets/snippet.ts"
import { platformLabelOf } from "../../snippets/variants/platform-labels.ts"

/** Bit of snippets that contain code in any language. */
export const HAS_CODE = 1
/** Bit of snippets with code that begin with the name of a platform. */
export const BEGINS_WITH_PLATFORM = 0x8000_0000
/** Bits that stand for no language. */
const OTHER_BITS = HAS_CODE | BEGINS_WITH_PLATFORM
/**
 * Languages of one index file that are distinguished: the remaining bits. The layout has 32 bits per snippet for this,
 * because reading the language from 200 snippet rows would cost each question 0.5 ms. If an index file has more than 30
 * languages, questions can't prefer the later ones.
 */
const MAX_LANGUAGES = 30

/** Assigns a bit to each language of an index, in order of first occurrence. */
export class CodeLanguages {
  readonly names: string[] = []

  /** Returns the bits of a snippet: `HAS_CODE`, its languages, and perhaps `BEGINS_WITH_PLATFORM`; 0 for a snippet without code. */
  bitsOf({ codes, content }: Pick<Snippet, "codes" | "content">): number {
    if (codes.length === 0) return 0
    let bits = platformLabelOf(content) === undefined ? HAS_CODE : OTHER_BITS
    for (const name of codes.map(({ language }) => languageName(language))) {
      if (!isProgrammingLanguage(name)) continue
      let position = this.names.indexOf(name)
      if (position < 0 && this.names.length < MAX_LANGUAGES) {
        position = this.names.push(name) - 1
      }
      bits |= position < 0 ? 0 : 2 << position
    }
    return bits >>> 0
  }
}

/** Returns the bits of the languages among the bits of a snippet. */
export function languageBitsIn(bits: number): number {
  return bits & ~OTHER_BITS
}

/** Returns the bit of a language in an index with these names; 0 if no snippet contains such code. */
export function languageBit(names: readonly string[], label: string): number {
  const position = names.indexOf(languageName(label))
  return position < 0 ? 0 : (2 << position) >>> 0
}
