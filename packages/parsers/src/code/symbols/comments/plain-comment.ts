import { type DocComment, EMPTY_COMMENT } from "../../syntax/code-symbol.ts"
import { flattenHeadings } from "./comment-text.ts"
import { indentedToFences } from "./inline-markup.ts"

/** Parses a Go documentation comment: paragraphs, headings with `#`, indented code, `Deprecated:`. */
export function parseGoComment(text: string): DocComment {
  const old = /(?:^|\n\n)Deprecated: ([^]*?)(?=\n\n|$)/.exec(text)
  const rest = old === null ? text : text.replace(old[0], "")
  const linked = (part: string) => part.replaceAll(/\[(\*?[A-Za-z][\w.]*)\](?![([]|: http)/g, "`$1`")
  const markdown = linked(flattenHeadings(indentedToFences(rest, "go")))
  return {
    ...EMPTY_COMMENT,
    description: markdown.trim(),
    deprecated: old === null ? undefined : linked((old[1] ?? "").replaceAll("\n", " ").trim()),
  }
}

/** Parses a Rust documentation comment: Markdown whose code is Rust by default. */
export function parseRustComment(text: string): DocComment {
  const written: string[] = []
  let fence: { readonly mark: string; readonly isRust: boolean } | undefined
  for (const line of text.split("\n")) {
    const [, mark = "", info = ""] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence === undefined && mark !== "") {
      const isRust =
        info.trim() === "" || /^\s*(?:rust|ignore|no_run|should_panic|compile_fail|edition\d+)\b/.test(info)
      fence = { mark, isRust }
      written.push(isRust ? `${mark}rust` : line)
    } else if (fence !== undefined && mark.startsWith(fence.mark) && info.trim() === "") {
      fence = undefined
      written.push(line)
      // Lines that start with `#` are compiled but not shown.
    } else if (fence?.isRust !== true || !/^\s*#(?:\s|$)/.test(line)) written.push(line)
  }
  return { ...EMPTY_COMMENT, description: withLinks(flattenHeadings(written.join("\n"))).trim() }
}

/** Removes the targets of links to other symbols, which only rustdoc can resolve. */
function withLinks(markdown: string): string {
  return markdown
    .replaceAll(/\[(`[^`\n]+`)\](?:\((?!https?:)[^)\s]*\)|\[[^\]\n]*\])?(?!:)/g, "$1")
    .replaceAll(/^\[[^\]\n]+\]:[ \t]+(?=\S*::)\S+[ \t]*$/gm, "")
}
