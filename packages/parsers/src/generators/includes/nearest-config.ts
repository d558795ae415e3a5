import { parseYamlData } from "../site/config-data.ts"
import type { IncludeContext } from "./include-context.ts"
import { foldersAround } from "./include-paths.ts"

/** Parses the YAML file with a name in the nearest folder at or above a page; undefined if it is invalid or missing. */
export function nearestYaml(context: IncludeContext, name: string): unknown {
  for (const around of foldersAround(context.path)) {
    const text = context.peek(around === "" ? name : `${around}/${name}`)
    if (text !== undefined) return parseYamlData(text)
  }
  return undefined
}
