import { MAX_LINE_CHARACTERS } from "../includes/include-context.ts"

/** Label of Julia's code blocks. */
export const JULIA_CODE = "julia"

/** A link whose target only Documenter.jl knows: its text may contain brackets, and its target a call with parentheses. */
const LINK =
  /\[((?:[^[\]\n]|\[[^[\]\n]{0,200}\]){1,500})\]\(@(ref|id|extref|cite)\b((?:[^()\n]|\([^()\n]{0,300}\)){0,300})\)/g

/**
 * Replaces links such as ``[`Dense`](@ref)`` with their texts. The name in a heading such as `# [Output](@id output)` becomes
 * its anchor.
 */
export function plainLinks(line: string): string {
  if (line.length > MAX_LINE_CHARACTERS) return line
  let anchor: string | undefined
  const text = line.replace(LINK, (_whole, label: string, kind: string, target: string) => {
    if (kind === "id") anchor = target.trim()
    return label
  })
  const isNamed = anchor !== undefined && /^[\w.-]+$/.test(anchor) && /^#{1,6}[ \t]/.test(text)
  return isNamed ? `${text.trimEnd()} {#${anchor}}` : text
}
