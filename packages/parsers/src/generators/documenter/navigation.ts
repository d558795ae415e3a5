import type { NavigationEntry } from "../site/navigation.ts"
import { type ListLine, nestLines } from "../site/nested-list.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

const MAX_CHARACTERS = 200_000
/** Comments, strings, and the signs that structure a list of pages. Strings contain no line breaks. */
const TOKEN = /#[^\n]*|"((?:[^"\\\n]|\\.){0,300})"|=>|[[\]]/g

/** Reads `pages` of `make.jl`, as Documenter.jl does: pairs of a label and a page, or of a label and a list. */
export const DOCUMENTER_SCRIPT: SiteConfigReader = {
  files: ["make.jl"],
  readNavigation({ text, folder }) {
    if (!/\bmakedocs\b/.test(text)) return undefined
    return { entries: parsePages(text.slice(0, MAX_CHARACTERS)), bases: [folder === "" ? "src" : `${folder}/src`] }
  },
}

/** Reads `sitename` of `make.jl`. */
export function siteNameOf(script: string): string | undefined {
  return /\bsitename[ \t]*=[ \t]*"([^"\n$]+)"/.exec(script)?.[1]
}

function parsePages(text: string): readonly NavigationEntry[] {
  const lines: ListLine[] = []
  let depth = 0
  let label: string | undefined
  let latest: string | undefined
  for (const [token, written] of withoutBlockComments(text).matchAll(TOKEN)) {
    if (token === "=>") {
      label = latest
      latest = undefined
      continue
    }
    if (token === "[") {
      if (label !== undefined) lines.push({ depth, label })
      depth++
    } else if (token === "]") depth = Math.max(0, depth - 1)
    else if (written === undefined) continue
    else if (written.endsWith(".md")) lines.push({ depth, label, target: written })
    latest = written
    label = undefined
  }
  return nestLines(lines)
}

/** Removes comments such as `#= … =#`. */
function withoutBlockComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = text.indexOf("#=", at)
    const end = start < 0 ? -1 : text.indexOf("=#", start + 2)
    if (end < 0) break
    parts.push(text.slice(at, start))
    at = end + 2
  }
  return parts.join("") + text.slice(at)
}
