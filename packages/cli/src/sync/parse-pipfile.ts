import { parse as parseToml } from "smol-toml"
import { exactVersion, tableOf, textOf } from "./dependency.ts"
import type { Requirement } from "./parse-python.ts"

export const PIPFILE_LOCK = "Pipfile.lock"

/** Tables that do not list packages. */
const OTHER_TABLES = new Set(["source", "requires", "scripts", "pipenv"])

/** Returns the packages of all categories of a `Pipfile`. Source: https://pipenv.pypa.io/en/latest/pipfile.html */
export function packagesOfPipfile(text: string): Requirement[] {
  return Object.entries(parseToml(text))
    .filter(([category]) => !OTHER_TABLES.has(category))
    .flatMap(([, packages]) => Object.entries(tableOf(packages)))
    .filter(([, value]) => tableOf(value)["path"] === undefined)
    .map(([name, value]) => ({
      name,
      version: exactVersion(textOf(value) ?? textOf(tableOf(value)["version"])),
      repositoryUrl: textOf(tableOf(value)["git"]),
      file: "Pipfile",
    }))
}

/** Returns names and versions in a `Pipfile.lock`, of all categories. */
export function versionsOfPipfileLock(text: string): (readonly [name: string, version: string])[] {
  return Object.entries(tableOf(JSON.parse(text)))
    .filter(([category]) => category !== "_meta")
    .flatMap(([, packages]) => Object.entries(tableOf(packages)))
    .flatMap(([name, entry]) => {
      const version = exactVersion(textOf(tableOf(entry)["version"]))
      return version === undefined ? [] : [[name, version] as const]
    })
}
