import { type Dependency, type DependencyParser, exactVersion, listOf, tableOf, textOf } from "./dependency.ts"

/** PHP itself, its extensions and Composer's own packages. */
const PLATFORM = /^(?:php(?:-.*)?|hhvm|(?:ext|lib|composer)-.*|composer)$/

/** Parses `composer.json`, with versions and repositories from `composer.lock`. */
export const parseComposer: DependencyParser = async (files) => {
  const text = await files.read("composer.json")
  if (text === undefined) return []
  const manifest = tableOf(JSON.parse(text))
  const lock = tableOf(JSON.parse((await files.read("composer.lock")) ?? "{}"))
  const locked = new Map(
    [...listOf(lock["packages"]), ...listOf(lock["packages-dev"])]
      .map(tableOf)
      .map((entry) => [textOf(entry["name"]), entry]),
  )
  const declared = Object.entries({ ...tableOf(manifest["require"]), ...tableOf(manifest["require-dev"]) })
  return declared
    .filter(([name]) => !PLATFORM.test(name))
    .map(([name, requirement]): Dependency => {
      const entry = tableOf(locked.get(name))
      return {
        ecosystem: "composer",
        name,
        version: exactVersion(textOf(entry["version"]) ?? textOf(requirement)),
        repositoryUrl: textOf(tableOf(entry["source"])["url"]),
        file: "composer.json",
      }
    })
}
