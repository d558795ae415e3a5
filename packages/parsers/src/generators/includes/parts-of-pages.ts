/** Partials and examples of Antora sites, and AsciiDoc files whose name starts with `_`. */
const ASCIIDOC_PART = /(?:^|\/)(?:modules\/[^/]+\/(?:partials|examples)\/.*|_[^/]*(?:\/.*)?)\.(?:adoc|asciidoc|asc)$/i
/** Snippets of Mintlify, partials of Docusaurus and similar sites. `_index.md` is a page of Hugo. */
const MARKDOWN_PART =
  /(?:^|\/)(?:_?(?:snippets|partials|includes|fragments)\/.*|_(?!index\.)[^/]*(?:\/.*)?)\.(?:md|mdx|markdown)$/i

/**
 * Returns true for a file whose path says that it is only meant to be included. It may still be a page, so only files that a page includes
 * should be left out.
 */
export function isPartOfPages(path: string): boolean {
  return ASCIIDOC_PART.test(path) || MARKDOWN_PART.test(path)
}
