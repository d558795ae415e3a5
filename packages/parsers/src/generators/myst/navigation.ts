import type { Toctree } from "../site/site-page.ts"
import { parseToctree } from "../sphinx/navigation.ts"

/** Parses the `{toctree}` fences of a MyST page. */
export function parseMystToctrees(text: string): readonly Toctree[] {
  if (!text.includes("{toctree}")) return []
  return [...text.matchAll(/^[ \t]*(`{3,}|:{3,})\{toctree\}[^\n]*\n([^]{0,50000}?)^[ \t]*\1/gm)].map((match) =>
    parseToctree((match[2] ?? "").split("\n").map((line) => line.trim())),
  )
}
