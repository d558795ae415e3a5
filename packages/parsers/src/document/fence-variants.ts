import { parseFenceInfo } from "./language-label.ts"

/** Words after the language that tell variants of the same code apart; others are options of the site, such as `twoslash`. */
const VARIANT =
  /^([\w+#.-]{1,40})[ \t]+(async|sync|js|javascript|ts|typescript|java|python|py|csharp|dotnet|vb|fsharp|kotlin|scala|groovy|go|rust|ruby|php|swift|node|deno|bun|browser|esm|cjs|linux|macos|windows|unix)(?=[ \t]|$)/i

/**
 * Adds titles to fences that follow one another in the same language and differ by a variant: `python async`, `python sync`.
 *
 * @param infos what stands after the opening fences of neighbours.
 * @returns the same, with the variant as a title or after it.
 */
export function titleVariants(infos: readonly string[]): readonly string[] {
  const variantsOf = new Map<string, Set<string>>()
  for (const info of infos) {
    const [, language = "", variant = ""] = VARIANT.exec(info.trim()) ?? []
    if (variant === "") continue
    variantsOf.set(language, (variantsOf.get(language) ?? new Set()).add(variant))
  }
  return infos.map((info) => {
    const [head = "", language = "", variant = ""] = VARIANT.exec(info.trim()) ?? []
    if ((variantsOf.get(language)?.size ?? 0) < 2) return info
    const { title } = parseFenceInfo(info)
    const shown = title === undefined ? variant : withVariant(title.replaceAll('"', "'"), variant)
    return `${language} title="${shown}"${info.trim().slice(head.length)}`
  })
}

/** Adds a variant to a title that does not say it already. */
function withVariant(title: string, variant: string): string {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}+#]+/u)
  return words.includes(variant.toLowerCase()) ? title : `${title} (${variant})`
}
