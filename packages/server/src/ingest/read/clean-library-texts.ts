import type { LibraryConfig } from "@lectern/contract"
import { protectLine, SuspiciousTextFinder } from "@lectern/engine"
import { stripInvisible } from "@lectern/parsers"
import type { SourceDescription } from "./describe-source.ts"

/** What a source says about its library, apart from its pages. */
interface LibraryTexts {
  readonly manifest: LibraryConfig
  readonly description: SourceDescription
}

/**
 * Cleans the texts that agents see before any page: title, description and rules. Invisible and control characters are
 * removed. Texts that attack agents are left out; a rule is not suspicious merely because it addresses agents.
 *
 * @returns the texts, and a note for the report for each text that was left out.
 */
export function cleanLibraryTexts(
  { manifest, description }: LibraryTexts,
  finder: SuspiciousTextFinder = new SuspiciousTextFinder(),
): LibraryTexts & { readonly notes: readonly string[] } {
  const notes: string[] = []
  const clean = (name: string, text: string | undefined, isOneLine = true): string | undefined => {
    if (text === undefined) return undefined
    const shown = stripInvisible(text).trim()
    const plain = isOneLine ? protectLine(shown) : shown
    const finding = finder.find(plain)
    if (finding === undefined) return plain === "" ? undefined : plain
    notes.push(`left out the ${name}: it contains suspicious text (${finding.rules.join(", ")})`)
    return undefined
  }
  // The words of an id count as words, because agents read the redirect in a sentence.
  const cleanId = (name: string, id: string | undefined): string | undefined =>
    clean(name, id?.replaceAll(/[^\p{L}\p{N}]+/gu, " ")) === undefined ? undefined : id
  const { projectTitle, description: ownDescription, rules, redirectTo, ...rest } = manifest
  const texts = {
    projectTitle: clean("title of the library config", projectTitle),
    description: clean("description of the library config", ownDescription),
    redirectTo: cleanId("redirect of the library config", redirectTo),
    rules: rules?.flatMap((rule, at) => clean(`rule number ${at + 1}`, rule, false) ?? []),
  }
  const own = { title: clean("title", description.title), description: clean("description", description.description) }
  return { manifest: { ...rest, ...texts }, description: own, notes }
}
