import { parseHtmlTree, type HtmlElement } from "./html-tree.ts"

/** The start of a script whose content is not run, but HTML that a script of the page shows. */
const TEMPLATE =
  /<script\b[^<>]{0,500}?\btype[ \t]{0,4}=[ \t]{0,4}["']?text\/(?:x-handlebars-template|x-handlebars|x-template|template|ng-template|html)\b[^<>]{0,500}>/gi
const SCRIPT_END = "</script"
/** Calls, partials and comments of a template; values stay as they are, because their names say what belongs there. */
const CALL = /\{\{!--[^]{0,1000}?--\}\}|\{\{[~]?[#/!>^&][^{}\n]{0,300}\}\}/g
/** Elements whose text readers do not see. */
const UNSHOWN: ReadonlySet<string> = new Set(["script", "style", "head", "noscript", "template", "nav"])

/**
 * Shows the HTML in the template scripts of a page as content of the page, if they contain most of its text; otherwise they are templates of
 * single elements, such as rows of search results.
 *
 * @returns the page with the tags of these scripts replaced by those of a `div`; line numbers do not change. Time grows linearly with the length.
 */
export function withShownTemplates(html: string): string {
  const parts: string[] = []
  const templates: string[] = []
  let at = 0
  for (const { 0: tag, index } of html.matchAll(TEMPLATE)) {
    if (index < at) continue
    const end = endOfScript(html, index + tag.length)
    if (end === undefined) break
    const content = html.slice(index + tag.length, end.at).replace(CALL, withoutText)
    templates.push(content)
    parts.push(html.slice(at, index), `<div>${withoutText(tag)}`, content, "</div>")
    at = end.after
  }
  if (templates.length === 0) return html
  const inTemplates = templates.reduce((sum, content) => sum + lengthOfText(content), 0)
  return inTemplates > lengthOfText(html) ? parts.join("") + html.slice(at) : html
}

function endOfScript(html: string, from: number): { readonly at: number; readonly after: number } | undefined {
  const at = html.indexOf(SCRIPT_END, from)
  const close = at === -1 ? -1 : html.indexOf(">", at)
  return close === -1 ? undefined : { at, after: close + 1 }
}

/** Keeps only the line breaks of a tag. */
function withoutText(tag: string): string {
  return tag.replace(/[^\n]+/g, "")
}

function lengthOfText(html: string): number {
  const count = (element: HtmlElement): number =>
    element.children.reduce((sum, child) => {
      if (child.kind === "text") return sum + child.text.trim().length
      return UNSHOWN.has(child.name) ? sum : sum + count(child)
    }, 0)
  return count(parseHtmlTree(html))
}
