import { analyseText } from "./analyse-text.ts"

/** @returns the stemmed words of a text in reading order, as they are indexed, repeated ones too. */
export function findTerms(text: string): string[] {
  return analyseText(text).flatMap(({ words }) => words)
}
