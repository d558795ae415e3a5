import { fenced } from "../../document/fences.ts"
import type { IncludeContext } from "../includes/include-context.ts"
import { besidePage } from "../includes/include-paths.ts"
import { languageOfPath } from "../includes/language-of-path.ts"
import { dedent, selectRanges } from "../includes/select-lines.ts"
import { inFolder } from "../site/site-folders.ts"
import type { WritersideProject } from "./project.ts"

/** A reference to a part of a file, with the attributes of a `code-block`. */
export interface CodeReference {
  readonly src: string
  readonly language: string
  /** Line numbers, such as `17-21,30`. */
  readonly lines?: string | undefined
  /** Name of a declaration. */
  readonly symbol?: string | undefined
  readonly title?: string | undefined
}

/** Writes the code that a reference names as a fence. @returns undefined if the file does not exist. */
export function includedCode(
  { src, language, lines, symbol, title }: CodeReference,
  {
    project,
    context,
    at,
  }: { readonly project: WritersideProject; readonly context: IncludeContext; readonly at: number },
): string | undefined {
  const target = src.replace(/^\/+/, "")
  const paths = [
    inFolder(project.snippets, target),
    inFolder(project.folder, target),
    ...besidePage(target, context.path),
  ]
  const found = context.find([...new Set(paths)], src, at)
  if (found === undefined) return undefined
  const part =
    lines !== undefined
      ? selectRanges(found.text, lines)
      : symbol !== undefined
        ? declarationsOf(found.text, symbol)
        : undefined
  const shown = dedent(part ?? found.text)
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
  return fenced(shown, language || languageOfPath(found.path), title)
}

/** Longer declarations are cut; only a file whose braces do not match has one. */
const MAX_DECLARATION_LINES = 500

/** Finds the declarations of a comma-separated list of names. @returns undefined if there are none. */
function declarationsOf(text: string, names: string): string | undefined {
  const found = names.split(",").flatMap((name) => declarationOf(text, name.trim()) ?? [])
  return found.length === 0 ? undefined : found.map(dedent).join("\n")
}

/** Finds the lines of a declaration: from its name to the end of the braces that it opens. */
function declarationOf(text: string, name: string): string | undefined {
  const lines = text.split("\n")
  const word = new RegExp(
    `\\b(?:fun|class|object|interface|val|var|function|def|const|let|enum|struct|record|void)\\b[^=(\\n]{0,200}\\b${escaped(name)}\\b`,
  )
  const start = lines.findIndex((line) => word.test(line))
  if (start === -1) return undefined
  let depth = 0
  for (const [index, line] of lines.slice(start, start + MAX_DECLARATION_LINES).entries()) {
    for (const mark of line) depth += "{([".includes(mark) ? 1 : "})]".includes(mark) ? -1 : 0
    if (depth <= 0) return lines.slice(start, start + index + 1).join("\n")
  }
  return lines.slice(start, start + MAX_DECLARATION_LINES).join("\n")
}

function escaped(name: string): string {
  return name.replaceAll(/[^\w]/g, String.raw`\$&`)
}
