import type { NoteProblem, Written } from "./storage-tree.ts"
import { childOf, parameterOf, type StorageElement, type StorageNode, textOfNodes } from "./parse-storage.ts"

type Expansion = readonly (StorageNode | Written | string)[]

/** Macros that show content from elsewhere, or no text. */
const SILENT: ReadonlySet<string> = new Set(
  "toc toc-zone children pagetree pagetreesearch recently-updated contentbylabel content-by-label attachments gallery livesearch listlabels related-labels contributors contributors-summary profile profile-picture blog-posts blogpost create-from-template popular-labels space-details spaces-list favpages change-history anchor roadmap chart calendar team-calendar widget multimedia view-file viewpdf viewdoc viewxls viewppt iframe loremipsum tasks-report-macro detailssummary im network userlister global-reports navmap search rss jirachart drawio gliffy lucidchart".split(
    " ",
  ),
)
const ADMONITIONS: ReadonlySet<string> = new Set(["info", "note", "warning", "tip", "panel", "success", "error"])
/** Macros whose body is kept verbatim, with its language. */
const CODE_LANGUAGES: Readonly<Record<string, string>> = {
  code: "",
  "code-block": "",
  noformat: "text",
  markdown: "markdown",
  html: "html",
  plantuml: "plantuml",
  mermaid: "mermaid",
  "mermaid-cloud": "mermaid",
  sql: "sql",
}
/** Language names of the code macro that differ from the usual ones. */
const LANGUAGES: Readonly<Record<string, string>> = {
  "c#": "csharp",
  actionscript3: "actionscript",
  js: "javascript",
  py: "python",
  none: "",
  html: "html",
  "html/xml": "xml",
}

/** Converts a macro to HTML. Names and parameters are those of the macros that are part of Confluence. */
export function expandMacro(macro: StorageElement, note: NoteProblem): Expansion {
  const name = (macro.attributes["ac:name"] ?? "").toLowerCase()
  const rich = childOf(macro, "ac:rich-text-body")?.children
  const plain = childOf(macro, "ac:plain-text-body")
  const language = CODE_LANGUAGES[name]
  if (language !== undefined && plain !== undefined) return codeOf(macro, plain, language)
  if (ADMONITIONS.has(name)) return [admonition(macro, name, rich ?? [])]
  switch (name) {
    case "expand":
      return [labelled(parameterOf(macro, "title") ?? "", rich ?? [])]
    case "status":
      return [{ name: "strong", children: [parameterOf(macro, "title") ?? parameterOf(macro, "colour") ?? ""] }]
    case "excerpt":
      return parameterOf(macro, "hidden") === "true" ? [] : [{ name: "div", children: rich ?? [] }]
    case "include":
    case "excerpt-include":
    case "excerpt-include-macro":
      note(`included page ${includedTitle(macro) ?? ""} was not read`, macro.line)
      return []
    case "jira":
    case "jiraissues":
      return [parameterOf(macro, "key") ?? ""]
    default:
      return otherMacro(name, macro, note)
  }
}

/** Keeps the text of an unknown macro. */
function otherMacro(name: string, macro: StorageElement, note: NoteProblem): Expansion {
  const rich = childOf(macro, "ac:rich-text-body")
  if (rich !== undefined) {
    const title = parameterOf(macro, "title") ?? ""
    return [labelled(/^(?:section|column|details|excerpt|multiexcerpt)/.test(name) ? "" : title, rich.children)]
  }
  const plain = childOf(macro, "ac:plain-text-body")
  if (plain !== undefined) return codeOf(macro, plain, "")
  if (!SILENT.has(name)) note(`the macro ${name || "without a name"} contains no text and was skipped`, macro.line)
  return []
}

function codeOf(macro: StorageElement, body: StorageElement, fallback: string): Expansion {
  const named = (
    parameterOf(macro, "language") ??
    parameterOf(macro, "lang") ??
    parameterOf(macro, "") ??
    ""
  ).toLowerCase()
  const language = LANGUAGES[named] ?? (named === "" ? fallback : named)
  const title = parameterOf(macro, "title") ?? ""
  const code: Written = {
    name: "pre",
    children: [
      {
        name: "code",
        ...(/^[\w+#.-]+$/.test(language) ? { className: `language-${language}` } : {}),
        children: [textOfNodes(body.children)],
      },
    ],
  }
  return title === "" ? [code] : [{ name: "div", className: "code-title", children: [title] }, code]
}

function admonition(macro: StorageElement, name: string, body: readonly StorageNode[]): Written {
  const title = parameterOf(macro, "title") ?? ""
  // A panel is only a frame, unless it has a title.
  if (name === "panel") return labelled(title, body)
  const label: Written[] = title === "" ? [] : [{ name: "p", className: "admonition-title", children: [title] }]
  return { name: "div", className: `admonition ${name}`, children: [...label, ...body] }
}

function labelled(title: string, body: readonly StorageNode[]): Written {
  if (title === "") return { name: "div", children: body }
  return { name: "details", children: [{ name: "summary", children: [title] }, ...body] }
}

function includedTitle(macro: StorageElement): string | undefined {
  for (const child of macro.children) {
    if (child.kind !== "element" || child.name !== "ac:parameter") continue
    const link = childOf(child, "ac:link")
    const page = link === undefined ? undefined : childOf(link, "ri:page")
    if (page !== undefined) return page.attributes["ri:content-title"]
  }
  return undefined
}
