import { parseFrontMatter } from "../../document/front-matter.ts"

/** Returns true for the path of a Markdown page. */
export function isMarkdownPage(path: string): boolean {
  return /\.(?:md|mdx|markdown|mdown|mkd|[rq]md)$/i.test(path)
}

/** Returns the text of an included file; for a Markdown page, without front matter. */
export function includedText(text: string, path: string): string {
  return isMarkdownPage(path) ? withoutFrontMatter(text) : text
}

/** Removes the front matter from the text of a page. */
export function withoutFrontMatter(text: string): string {
  return text.split("\n").slice(parseFrontMatter(text).lineCount).join("\n")
}
