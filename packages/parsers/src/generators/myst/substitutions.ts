import { memberAt, type Substitutions, substitutionsOf } from "../includes/fill-names.ts"
import type { IncludeContext } from "../includes/include-context.ts"
import { nearestYaml } from "../includes/nearest-config.ts"

/** Reads `parse.myst_substitutions` of Jupyter Book's `_config.yml`. */
export function bookSubstitutions(context: IncludeContext): Substitutions {
  return substitutionsOf(memberAt(nearestYaml(context, "_config.yml"), ["parse", "myst_substitutions"]))
}

/** Reads the substitutions of a page's front matter. */
export function pageSubstitutions(frontMatter: unknown): Substitutions {
  return new Map([
    ...substitutionsOf(memberAt(frontMatter, ["myst", "substitutions"])),
    ...substitutionsOf(memberAt(frontMatter, ["substitutions"])),
  ])
}
