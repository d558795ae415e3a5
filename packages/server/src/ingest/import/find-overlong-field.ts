import { LIMITS, type ImportLibrary } from "@lectern/contract"

/** Maximum length of names of programming languages and source kinds; the longest known one has 20 characters. */
const NAME_MAX_CHARACTERS = 100

type Field = readonly [name: string, text: string, maxCharacters: number]

/**
 * Finds a field of an imported library that is longer than the field may be for other sources.
 *
 * @returns a sentence with the field and its limit; undefined if all fields fit.
 */
export function findOverlongField(library: ImportLibrary): string | undefined {
  for (const [name, text, maxCharacters] of fieldsOf(library)) {
    if (text.length > maxCharacters) return `${name}: must have at most ${maxCharacters} characters, got ${text.length}`
  }
  return undefined
}

function* fieldsOf(library: ImportLibrary): Generator<Field> {
  yield ["title", library.title, LIMITS.titleMaxCharacters]
  yield ["description", library.description, LIMITS.descriptionMaxCharacters]
  yield ["type", library.type, NAME_MAX_CHARACTERS]
  yield ["language", library.language, NAME_MAX_CHARACTERS]
  yield ["branch", library.branch, LIMITS.branchMaxCharacters]
  yield ["docsRepoUrl", library.docsRepoUrl, LIMITS.urlMaxCharacters]
  yield ["docsSiteUrl", library.docsSiteUrl, LIMITS.urlMaxCharacters]
  for (const rule of library.rules) yield ["rules", rule, LIMITS.descriptionMaxCharacters]
  for (const { codeSnippets, infoSnippets } of [library, ...library.versions]) {
    for (const snippet of codeSnippets) {
      yield ["codeSnippets.id", snippet.id, LIMITS.urlMaxCharacters]
      yield ["codeSnippets.title", snippet.title, LIMITS.descriptionMaxCharacters]
      yield ["codeSnippets.pageTitle", snippet.pageTitle, LIMITS.descriptionMaxCharacters]
      yield ["codeSnippets.language", snippet.language, NAME_MAX_CHARACTERS]
    }
    for (const snippet of infoSnippets) {
      yield ["infoSnippets.id", snippet.id, LIMITS.urlMaxCharacters]
      yield ["infoSnippets.breadcrumb", snippet.breadcrumb, LIMITS.descriptionMaxCharacters]
      yield ["infoSnippets.pageTitle", snippet.pageTitle, LIMITS.descriptionMaxCharacters]
    }
  }
}
