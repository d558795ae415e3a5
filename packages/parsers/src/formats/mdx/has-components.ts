import { containsAny } from "../../base/contains-any.ts"
const IMPORT = /^import\s+(?:(\w+)|(?:\w+\s*,\s*)?\{([^}]*)\})\s+from\s+["'][^"'\n]+["'];?\s*$/
/** The first line of a tag that spans several lines; longer text is not a tag. */
const OPEN_TAG = /^\s*<[A-Z][\w.]*(?:\s[^<>]{0,2000})?$/
const SCRIPT = /^\s*<script[\s>]/
const FENCE = /^\s*(`{3,}|~{3,})/

/**
 * Returns true if a Markdown page contains MDX components: an imported one, one whose tag has several lines, or a
 * fragment. Docusaurus parses its `.md` pages as MDX; pages with a script element belong to Vue or Svelte.
 */
export function hasComponents(text: string): boolean {
  if (!containsAny(text, "import", "<") || !/^[ \t]*(?:import\s|<[A-Z>])/m.test(text)) return false
  let holds = false
  const imported: string[] = []
  let fence = ""
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? ""
    if (fence === "") fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ""
    if (fence !== "" || mark !== "") continue
    if (SCRIPT.test(line)) return false
    holds ||= OPEN_TAG.test(line) || line.trim() === "<>"
    const [, name = "", names = ""] = IMPORT.exec(line) ?? []
    imported.push(...`${name} ${names}`.split(/[\s,]+/).filter((word) => /^[A-Z]\w*$/.test(word)))
    holds ||= imported.some((word) => line.includes(`<${word}`))
  }
  return holds
}
