import { isProgrammingLanguage, languageName } from "../../snippets/language-names.ts"

/** Bit of snippets that contain code in any language. */
export const HAS_CODE = 1
/**
 * Languages of one index file that are distinguished: the remaining bits. The layout has 32 bits per snippet for this,
 * because reading the language from 200 snippet rows would cost each question 0.5 ms. If an index file has more than 31
 * languages, questions can't prefer the later ones.
 */
const MAX_LANGUAGES = 31

/** Assigns a bit to each language of an index, in order of first occurrence. */
export class CodeLanguages {
  readonly names: string[] = []

  /** Returns the bits of a snippet's code: `HAS_CODE` and the bits of its languages. */
  bitsOf(labels: readonly string[]): number {
    let bits = labels.length > 0 ? HAS_CODE : 0
    for (const name of labels.map(languageName)) {
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

/** Returns the bit of a language in an index with these names; 0 if no snippet contains such code. */
export function languageBit(names: readonly string[], label: string): number {
  const position = names.indexOf(languageName(label))
  return position < 0 ? 0 : (2 << position) >>> 0
}
