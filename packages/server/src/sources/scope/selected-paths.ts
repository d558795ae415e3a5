/** Finds the requested paths among those of a source. */
export interface SelectedPaths<T> {
  /** Adds one file of the source; files that were not requested are ignored. */
  offer(path: string, value: T): void
  /** @returns the files that were found, by requested path. */
  found(): ReadonlyMap<string, T>
}

const ANYWHERE = "**/"

/**
 * Creates a finder.
 *
 * @param paths exact ones, or ones that start with `**` + `/`, which match the shortest path that ends like this.
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
