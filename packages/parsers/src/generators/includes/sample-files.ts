import { aroundPage } from "./include-paths.ts"

/** Endings of files that sites show as code. */
export const CODE_ENDINGS =
  "(?:ya?ml|json|toml|tsx?|jsx?|mjs|py|go|rs|sh|java|kt|swift|tf|hcl|xml|sql|rb|php|cs|cpp|vue|svelte|ex|dart)"
/** Folders beside a page or above it in which sites keep their samples. */
const FOLDERS = ["", "manifests/", "samples/", "examples/", "snippets/", "code/"]

/** Lists where a file may be that a site's own tag or component names, nearest first. */
export function pathsOfSample(target: string, page: string): readonly string[] {
  return FOLDERS.flatMap((folder) => aroundPage(folder + target, page))
}
