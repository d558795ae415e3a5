import { readdir } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { asFileFailure } from "../terminal/exit-codes.ts"
import { explainFileError } from "../terminal/file-failure.ts"
import { messageOf } from "../terminal/message-of.ts"
import { pathExists, readOptionalFile } from "../terminal/optional-files.ts"
import type { Dependency, DependencyParser, FoundDependencies, NearestFile, ProjectFiles } from "./dependency.ts"
import { parseCargo } from "./parse-cargo.ts"
import { parseComposer } from "./parse-composer.ts"
import { parseGo } from "./parse-go.ts"
import type { PackageOverrides } from "./documentation.ts"
import { parseOverrides } from "./parse-overrides.ts"
import { parseMaven } from "./parse-maven.ts"
import { parseNpm } from "./parse-npm.ts"
import { parsePython } from "./parse-python.ts"
import { parseRuby } from "./parse-ruby.ts"

/** Files of package managers, and their parsers. */
const PARSERS: readonly (readonly [files: string, parser: DependencyParser])[] = [
  ["package.json or its lockfile", parseNpm],
  ["pyproject.toml, Pipfile, requirements.txt or a lockfile", parsePython],
  ["go.mod", parseGo],
  ["Cargo.toml or Cargo.lock", parseCargo],
  ["pom.xml", parseMaven],
  ["composer.json or composer.lock", parseComposer],
  ["Gemfile.lock", parseRuby],
]

/** Maximum number of parent folders that are searched for a lockfile. */
const MAX_LEVELS = 10
/** The lockfile of a very large project is 20 MB. */
const MAX_FILE_BYTES = 2 ** 26

/**
 * Finds the direct dependencies of the project in a folder. Does not run code or send requests.
 *
 * @throws {CliFailure} if the folder does not exist or cannot be read.
 */
export async function findDependencies(folder: string): Promise<FoundDependencies> {
  await readdir(folder).catch((thrown: unknown) => {
    throw asFileFailure(thrown, { path: folder })
  })
  const files = openProject(resolve(folder))
  const dependencies: Dependency[] = []
  const problems: string[] = []
  let overrides: PackageOverrides = {}
  const report = (names: string, thrown: unknown) => {
    const [reason = ""] = messageOf(thrown).split("\n")
    problems.push(explainFileError(thrown)?.message ?? `cannot parse ${names}: ${reason}`)
  }
  for (const [names, parser] of PARSERS) {
    try {
      dependencies.push(...(await parser(files)))
    } catch (thrown) {
      report(names, thrown)
    }
  }
  try {
    overrides = await parseOverrides(files)
  } catch (thrown) {
    report("lectern.yaml", thrown)
  }
  return { dependencies, overrides, problems }
}

function openProject(folder: string): ProjectFiles {
  return {
    read: (path) => readText(join(folder, path)),
    readNearest: (names) => findUpwards(folder, names),
  }
}

async function findUpwards(folder: string, names: readonly string[]): Promise<NearestFile | undefined> {
  let at = folder
  const below: string[] = []
  for (let level = 0; level < MAX_LEVELS; level++) {
    for (const name of names) {
      const text = await readText(join(at, name))
      if (text !== undefined) return { name, text, pathToProject: below.join("/") }
    }
    const parent = dirname(at)
    if (parent === at || (await pathExists(join(at, ".git")))) return undefined
    below.unshift(basename(at))
    at = parent
  }
  return undefined
}

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readOptionalFile(path)
  if (bytes === undefined) return undefined
  if (bytes.length > MAX_FILE_BYTES) throw new Error(`${basename(path)} is larger than ${MAX_FILE_BYTES} bytes`)
  return bytes.toString("utf8").replace(/^\uFEFF/, "")
}
