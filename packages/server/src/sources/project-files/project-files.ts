import { parse as parseToml } from "smol-toml"
import { z } from "zod"
import { matchLicense } from "./match-license.ts"
import { spdxIdOf } from "./spdx-id.ts"

/** Metadata from the files at the root of a repository. */
export interface ProjectMetadata {
  /** SPDX id; the first one if there is a choice. */
  readonly license: string | null
  readonly description: string | null
  readonly name: string | null
}

const PACKAGE_FILES = ["package.json", "pyproject.toml", "Cargo.toml", "composer.json"] as const
const LICENSE_FILE = /^(?:licen[cs]e|copying|unlicense)(?:[.-][\w.-]{1,20})?$/i
/** Licence files of other parts: third-party texts, or documentation with its own licence. */
const OTHER_LICENSE_FILE = /third|notice|docs|logo|artwork|font/i
/** Larger files are neither licences nor package descriptions. */
export const MAX_PROJECT_FILE_BYTES = 128 * 1024

/** Returns true for the path of a licence or package description. */
export function isProjectFile(path: string): boolean {
  const isLicense = LICENSE_FILE.test(path) && !OTHER_LICENSE_FILE.test(path)
  return isLicense || PACKAGE_FILES.some((name) => name === path)
}

/** Parses such files; invalid ones are ignored. */
export function readProjectFiles(textByName: ReadonlyMap<string, string>): ProjectMetadata {
  const packages = PACKAGE_FILES.flatMap((name) => {
    const text = textByName.get(name)
    return text === undefined ? [] : [readPackage(name, text)]
  })
  const licenseFiles = [...textByName].filter(([name]) => LICENSE_FILE.test(name)).toSorted(byName)
  const matched = licenseFiles.map(([, text]) => matchLicense(text)).find((id) => id !== undefined)
  const named = packages.map(({ license }) => license).find((id) => id !== null)
  const description = packages.map((one) => one.description).find((text) => text !== null)
  const name = packages.map((one) => one.name).find((text) => text !== null)
  return { license: matched ?? named ?? null, description: description ?? null, name: name ?? null }
}

function byName([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left.length - right.length || (left < right ? -1 : 1)
}

const optionalText = z.string().optional().catch(undefined)
const License = z
  .union([
    z.string(),
    z.array(z.string()).transform((ids) => ids[0]),
    z.object({ type: z.string() }),
    z.object({ text: z.string() }),
  ])
  .optional()
  .catch(undefined)
const Fields = z.object({ license: License, description: optionalText, name: optionalText }).catch({})
/** Fields of the package description for each kind of package. */
const Cargo = z.object({ package: Fields.optional() }).catch({})
const Pyproject = z
  .object({ project: Fields.optional(), tool: z.object({ poetry: Fields.optional() }).optional() })
  .catch({})

function readPackage(name: (typeof PACKAGE_FILES)[number], text: string): ProjectMetadata {
  const { license, description, name: given } = fieldsOf(name, text)
  const words = typeof license === "object" ? ("type" in license ? license.type : license.text) : license
  const said = description?.replaceAll(/\s+/g, " ").trim() ?? ""
  const ownName = given?.trim() ?? ""
  return {
    license: firstOf(words),
    description: said === "" ? null : said,
    name: ownName === "" ? null : ownName,
  }
}

function fieldsOf(name: (typeof PACKAGE_FILES)[number], text: string): z.infer<typeof Fields> {
  try {
    if (name === "Cargo.toml") return Cargo.parse(parseToml(text)).package ?? {}
    if (name === "pyproject.toml") {
      const { project, tool } = Pyproject.parse(parseToml(text))
      return project ?? tool?.poetry ?? {}
    }
    return Fields.parse(JSON.parse(text))
  } catch {
    // Invalid files of other programs are ignored.
    return {}
  }
}

/** Returns the first licence of an expression such as `(MIT OR Apache-2.0)`, or of the older form `MIT/Apache-2.0`. */
function firstOf(expression: string | undefined): string | null {
  const words = (expression ?? "").split(/[\s()/]+/).filter((word) => word !== "")
  return words.map(spdxIdOf).find((id) => id !== null) ?? null
}
