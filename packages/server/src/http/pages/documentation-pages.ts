import { readdir, readFile } from "node:fs/promises"
import { createHeadingSlugs } from "@lectern/engine"
import type { Token } from "markdown-it"
import { hasCode } from "../../base/system-errors.ts"
import { html, type Html } from "./html.ts"
import { renderPage } from "./page-frame.ts"

const ENDING = ".md"
/** File of the table of contents. */
const CONTENTS = "README"
/** Links with a scheme lead to other servers; all others are relative to the directory of the pages. */
const OTHER_SERVER = /^[a-z][a-z+.-]*:/i

/** Lectern's own documentation, as pages. */
export interface DocumentationPages {
  /**
   * Renders a page.
   *
   * @param name path of the page without its file extension; empty for the table of contents.
   * @returns undefined if there is no such page.
   */
  render(name: string): Promise<string | undefined>
}

/**
 * Lists the pages of Lectern's own documentation. Only these pages are served.
 *
 * @param folder directory of Markdown files; it may not exist if the server runs from its sources without a build.
 */
export async function readDocumentation(folder: URL): Promise<DocumentationPages> {
  const names = await pageNames(folder)
  const rendered = new Map<string, string>()
  return {
    async render(name) {
      const fileName = name === "" ? CONTENTS : name
      if (!names.has(fileName)) return undefined
      const known = rendered.get(fileName)
      if (known !== undefined) return known
      const page = await renderMarkdownPage(await readFile(new URL(fileName + ENDING, folder), "utf8"), names)
      rendered.set(fileName, page)
      return page
    },
  }
}

async function pageNames(folder: URL): Promise<ReadonlySet<string>> {
  try {
    const files = await readdir(folder)
    return new Set(files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length)))
  } catch (error) {
    if (hasCode(error, "ENOENT")) return new Set()
    throw error
  }
}

/** Renders a page. All URLs in it are relative, so that it works behind any path prefix. */
async function renderMarkdownPage(markdown: string, names: ReadonlySet<string>): Promise<string> {
  // Loaded on demand, because most servers never show a page.
  const { default: MarkdownIt } = await import("markdown-it")
  const engine = new MarkdownIt({ html: false })
  const slugOf = createHeadingSlugs()
  const tokens = engine.parse(markdown, {})
  let title = ""
  for (const [at, token] of tokens.entries()) {
    const content = tokens[at + 1]?.children ?? []
    if (token.type === "heading_open") {
      const text = content.map((part) => part.content).join("")
      token.attrSet("id", slugOf(text))
      title ||= text
    }
    token.children = linkPages(token.children ?? [], names)
  }
  const body: Html = { markup: focusableCode(engine.renderer.render(tokens, engine.options, {})) }
  return renderPage(`${title} – Lectern`, renderFrame(body), "../")
}

/** Makes wide code blocks scrollable with the keyboard. The text of a page contains no tags, because `<` is escaped. */
function focusableCode(markup: string): string {
  return markup.replaceAll("<pre>", '<pre tabindex="0">')
}

/**
 * Points links to files at their pages. A link to a file that is not bundled, such as a decision record, is reduced to
 * its text.
 */
function linkPages(parts: readonly Token[], names: ReadonlySet<string>): Token[] {
  let isDropped = false
  return parts.filter((part) => {
    if (part.type === "link_close") return !isDropped
    if (part.type !== "link_open") return true
    const address = pageAddress(String(part.attrGet("href") ?? ""), names)
    isDropped = address === undefined
    part.attrSet("href", address ?? "")
    return !isDropped
  })
}

function pageAddress(target: string, names: ReadonlySet<string>): string | undefined {
  if (target.startsWith("#") || OTHER_SERVER.test(target)) return target
  const [path = "", fragment] = target.split("#", 2)
  const name = path.endsWith(ENDING) ? path.slice(0, -ENDING.length) : path
  if (!names.has(name)) return undefined
  const page = name === CONTENTS ? "./" : name
  return fragment === undefined ? page : `${page}#${fragment}`
}

function renderFrame(body: Html): Html {
  return html`<header class="top">
      <a class="brand" href="../">Lectern</a>
      <nav><a href="./">Documentation</a><a href="../api/docs">API</a></nav>
    </header>
    <main class="document">${body}</main>
    <footer class="quiet"><a href="./">All pages</a></footer>`
}
