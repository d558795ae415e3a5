import { parseFrontMatterData } from "../../document/front-matter.ts"

/** Folders of snippets of Mintlify, partials of Docusaurus, shared pages of Grafana and similar sites; names that begin with `_` say the same. */
const PART_FOLDER = /^(?:snippets|partials|includes|fragments|shared)$/i
const MARKDOWN = /\.(?:md|mdx|markdown)$/i
const ASCIIDOC = /\.(?:adoc|asciidoc|asc)$/i
/** A page of Hugo. */
const SECTION_PAGE = /^_index\./i
/** Folders of an Antora module without pages. */
const ANTORA_FOLDER = /^(?:partials|examples)$/i

/** A line of the front matter of a page that Hugo only makes for other pages. */
const HEADLESS = /^headless[ \t]{0,9}[:=][ \t]{0,9}true[ \t]{0,9}$/m
/** A heading that can be the title of a page. */
const TITLE = /^(?:#[ \t]|={3,}[ \t]{0,9}$|[ \t]{0,9}<h1[ >])/m
const MAX_FRONT_CHARACTERS = 4_000

/**
 * Returns true if the path or front matter of a file says that other pages include it. It may still be a page of its own, so leave out only
 * files that a page does include.
 */
export function isPartOfPages(path: string, text = ""): boolean {
  const names = path.split("/")
  const isMarkdown = MARKDOWN.test(path)
  if (!isMarkdown && !ASCIIDOC.test(path)) return false
  if (isMarkdown && isHeadless(text.slice(0, MAX_FRONT_CHARACTERS))) return true
  if (names.some((name) => name.startsWith("_") && !SECTION_PAGE.test(name))) return true
  const folders = names.slice(0, -1)
  if (isMarkdown && isFragment(text)) return true
  return isMarkdown
    ? folders.some((name) => PART_FOLDER.test(name))
    : folders.some((name, at) => ANTORA_FOLDER.test(name) && folders[at - 2] === "modules")
}

/** Returns true for text without the title that a page of its own has: a fragment, as programs generate them for other pages. */
function isFragment(text: string): boolean {
  const start = text.slice(0, MAX_FRONT_CHARACTERS).trimStart()
  return start !== "" && !/^(?:---|\+\+\+|<!--)/.test(start) && !TITLE.test(start)
}

function isHeadless(text: string): boolean {
  if (!HEADLESS.test(text)) return false
  const front = parseFrontMatterData(text)
  return typeof front === "object" && front !== null && Reflect.get(front, "headless") === true
}
