/** Finds among the paths of a source those that were asked for. */
export interface SelectedPaths<T> {
  /** Takes in one file of the source; what is not asked for is forgotten. */
  offer(path: string, value: T): void
  /** @returns what was found, by the path that was asked for. */
  found(): ReadonlyMap<string, T>
}

const ANYWHERE = "**/"

/**
 * Makes a finder.
 *
 * @param paths exact ones, or those that begin with `**` + `/` and stand for the shortest path that ends so.
 */
export function findSelected<T>(paths: readonly string[]): SelectedPaths<T> {
  const exact = new Set(paths.filter((path) => !path.startsWith(ANYWHERE)))
  const endingsByName = new Map<string, string[]>()
  for (const path of paths) {
    if (!path.startsWith(ANYWHERE)) continue
    const ending = path.slice(ANYWHERE.length)
    const name = ending.slice(ending.lastIndexOf("/") + 1)
    const known = endingsByName.get(name)
    if (known === undefined) endingsByName.set(name, [ending])
    else known.push(ending)
  }
  const best = new Map<string, { readonly path: string; readonly value: T }>()
  return {
    offer(path, value) {
      if (exact.has(path)) best.set(path, { path, value })
      for (const ending of endingsByName.get(path.slice(path.lastIndexOf("/") + 1)) ?? []) {
        if (path !== ending && !path.endsWith(`/${ending}`)) continue
        const known = best.get(ANYWHERE + ending)
        const isBetter = known === undefined || path.length < known.path.length
        if (isBetter || (path.length === known.path.length && path < known.path)) {
          best.set(ANYWHERE + ending, { path, value })
        }
      }
    },
    found: () => new Map([...best].map(([asked, { value }]) => [asked, value])),
  }
}
