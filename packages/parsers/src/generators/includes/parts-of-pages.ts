/** Folders of snippets of Mintlify, partials of Docusaurus and similar sites; names that begin with `_` say the same. */
const PART_FOLDER = /^(?:snippets|partials|includes|fragments)$/i
const MARKDOWN = /\.(?:md|mdx|markdown)$/i
const ASCIIDOC = /\.(?:adoc|asciidoc|asc)$/i
/** A page of Hugo. */
const SECTION_PAGE = /^_index\./i
/** Folders of an Antora module without pages. */
const ANTORA_FOLDER = /^(?:partials|examples)$/i

/**
 * Returns true for a file whose path says that it is only meant to be included. It may still be a page, so only files that a page includes
 * should be left out.
 */
export function isPartOfPages(path: string): boolean {
  const names = path.split("/")
  const isMarkdown = MARKDOWN.test(path)
  if (!isMarkdown && !ASCIIDOC.test(path)) return false
  if (names.some((name) => name.startsWith("_") && !SECTION_PAGE.test(name))) return true
  const folders = names.slice(0, -1)
  return isMarkdown
    ? folders.some((name) => PART_FOLDER.test(name))
    : folders.some((name, at) => ANTORA_FOLDER.test(name) && folders[at - 2] === "modules")
}
