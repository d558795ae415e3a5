import { nameInWords } from "./name-in-words.ts"

const LANGUAGES = new Set(
  "python js javascript ts typescript java kotlin scala swift dart golang go rust ruby php perl csharp dotnet cpp elixir bash powershell".split(
    " ",
  ),
)

/**
 * Returns the title of a container for one programming language: `JavaScript` for `:::js`.
 *
 * @returns an empty string for other containers.
 */
export function languageTitle(name: string): string {
  return LANGUAGES.has(name.toLowerCase()) ? nameInWords(name.toLowerCase()) : ""
}
