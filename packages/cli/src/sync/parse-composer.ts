import { type Dependency, type DependencyParser, exactVersion, listOf, tableOf, textOf } from "./dependency.ts"
import { rootsOf } from "./lockfile-roots.ts"

/** PHP itself, its extensions and Composer's own packages. */
const PLATFORM = /^(?:php(?:-.*)?|hhvm|(?:ext|lib|composer)-.*|composer)$/

/** Parses `composer.json`, with versions and repositories from `composer.lock`, or the lockfile alone. */
export const parseComposer: DependencyParser = async (files) => {
  const text = await files.read("composer.json")
  const lock = tableOf(JSON.parse((await files.read("composer.lock")) ?? "{}"))
  const packages = [...listOf(lock["packages"]), ...listOf(lock["packages-dev"])].map(tableOf)
  const locked = new Map(packages.map((entry) => [textOf(entry["name"]), entry]))
  const manifest = tableOf(JSON.parse(text ?? "{}"))
  const declared: readonly (readonly [name: string, requirement: unknown])[] =
    text === undefined
      ? directlyLocked(packages).map((name) => [name, undefined])
      : Object.entries({ ...tableOf(manifest["require"]), ...tableOf(manifest["require-dev"]) })
  return declared
    .filter(([name]) => !PLATFORM.test(name))
    .map(([name, requirement]): Dependency => {
      const entry = tableOf(locked.get(name))
      return {
        ecosystem: "composer",
        name,
        version: exactVersion(textOf(entry["version"]) ?? textOf(requirement)),
        repositoryUrl: textOf(tableOf(entry["source"])["url"]),
        file: text === undefined ? "composer.lock" : "composer.json",
      }
    })
}

function directlyLocked(packages: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return rootsOf(
    packages.flatMap(({ name, require }) => {
      const own = textOf(name)
      return own === undefined ? [] : [{ name: own, needs: Object.keys(tableOf(require)) }]
    }),
  )
}
