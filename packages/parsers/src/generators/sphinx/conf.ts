import type { IncludeContext } from "../includes/include-context.ts"
import { aroundPage } from "../includes/include-paths.ts"

/** Returns the text of the nearest `conf.py`, without running it; empty if there is none. */
export function nearestConf(context: IncludeContext): string {
  const files = [...aroundPage("conf.py", context.path), ...aroundPage("source/conf.py", context.path)]
  return files.map((path) => context.peek(path)).find((found) => found !== undefined) ?? ""
}
