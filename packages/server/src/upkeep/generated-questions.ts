import type { Catalogue } from "../catalogue/catalogue.ts"
import { hashOfText, snippetText } from "@lectern/engine"

/** A snippet that may have a stored question. */
interface QuestionedSnippet {
  readonly headingPath: readonly string[]
  readonly content: string
}

/** Returns questions that a language model has already written about snippets, without calling the model. */
export function generatedQuestions({ writtenTexts }: Pick<Catalogue, "writtenTexts">, libraryKey: string) {
  return {
    /** @returns one question per snippet, in order; undefined where none was written. */
    async writeQuestions(snippets: readonly QuestionedSnippet[]): Promise<readonly (string | undefined)[]> {
      const hashes = snippets.map((snippet) => hashOfText(snippetText(snippet)))
      const questions = await writtenTexts.readQuestions(libraryKey, hashes)
      return hashes.map((hash) => questions.get(hash))
    },
  }
}
