import type { Catalogue } from "../catalogue/catalogue.ts"
import { hashOfText, snippetText } from "@lectern/engine"

/** What a question is put to. */
interface QuestionedSnippet {
  readonly headingPath: readonly string[]
  readonly content: string
}

/** Hands out the questions that a language model has put to passages of a library; it is not asked anew. */
export function generatedQuestions({ writtenTexts }: Pick<Catalogue, "writtenTexts">, libraryKey: string) {
  return {
    /** @returns a question for each passage, in their order; undefined where none was written. */
    async writeQuestions(snippets: readonly QuestionedSnippet[]): Promise<readonly (string | undefined)[]> {
      const hashes = snippets.map((snippet) => hashOfText(snippetText(snippet)))
      const questions = await writtenTexts.readQuestions(libraryKey, hashes)
      return hashes.map((hash) => questions.get(hash))
    },
  }
}
