/** A package in a lockfile, and the names of the packages that it depends on. */
export interface LockedPackage {
  readonly name: string
  readonly needs: readonly string[]
}

/**
 * Finds the direct dependencies in a lockfile that does not list them: the packages that no other package depends on. A
 * direct dependency that another package also depends on is not found.
 */
export function rootsOf(packages: readonly LockedPackage[]): readonly string[] {
  const needed = new Set(packages.flatMap(({ name, needs }) => needs.filter((other) => other !== name)))
  return [...new Set(packages.map(({ name }) => name))].filter((name) => !needed.has(name))
}
