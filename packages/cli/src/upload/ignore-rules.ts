import { dirname, join, relative, resolve, sep } from "node:path"
import ignore, { type Ignore } from "ignore"
import { pathExists, readOptionalFile } from "../terminal/optional-files.ts"

/** The rules of one ignore file. */
interface IgnoreFile {
  /** Absolute path of the folder that its patterns are relative to. */
  readonly folder: string
  readonly rules: Ignore
}

/** The ignore files that apply to the entries of a folder, outermost first. */
export type IgnoreRules = readonly IgnoreFile[]

/** Reads the rules outside a folder that apply to it: those of the git work tree that contains it. */
export async function readOuterRules(folder: string): Promise<IgnoreRules> {
  const above: string[] = []
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (await pathExists(join(at, ".git"))) {
      const shared = await readRules(at, join(at, ".git", "info", "exclude"))
      const others = await Promise.all(
        above.toReversed().map((inner) => readRules(dirname(inner), join(dirname(inner), ".gitignore"))),
      )
      return [...shared, ...others.flat()]
    }
    if (dirname(at) === at) return []
    above.push(at)
  }
}

/** Adds the rules of a folder's own `.gitignore`. */
export async function withRulesOf(rules: IgnoreRules, folder: string): Promise<IgnoreRules> {
  return [...rules, ...(await readRules(folder, join(folder, ".gitignore")))]
}

/** Returns true if the innermost rule that matches an entry excludes it. @param path absolute path. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  let ignored = false
  for (const { folder, rules: own } of rules) {
    const inside = relative(folder, path).split(sep).join("/")
    if (inside === "") continue
    const result = own.test(isFolder ? `${inside}/` : inside)
    if (result.ignored) ignored = true
    else if (result.unignored) ignored = false
  }
  return ignored
}

/** Creates rules from patterns in the syntax of an ignore file. */
export function patternRules(patterns: readonly string[]): Ignore {
  return ignore().add([...patterns])
}

async function readRules(folder: string, file: string): Promise<IgnoreRules> {
  const text = await readOptionalFile(file)
  return text === undefined ? [] : [{ folder, rules: ignore().add(text.toString("utf8")) }]
}
