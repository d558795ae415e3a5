import type { Dependency, DependencyParser } from "./dependency.ts"

const REQUIREMENT = /^\s*(?:require\s+)?([\w.-]+\.[\w.-]+\/\S+)\s+(v\S+)(?:\s*\/\/\s*(.*))?$/
/** Matches a commit without a tag, whose last two parts are its time and hash. */
const PSEUDO_VERSION = /-(?:0\.)?\d{14}-[0-9a-f]{12}$/
const GIT_HOSTS = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/[^/]+\/[^/]+/

/**
 * Parses the direct requirements of `go.mod`.
 *
 * @throws {Error} if there is only `go.sum`, which lists hundreds of modules and does not show which of them are
 *   direct.
 */
export const parseGo: DependencyParser = async (files) => {
  const text = await files.read("go.mod")
  if (text === undefined) {
    if ((await files.read("go.sum")) === undefined) return []
    throw new Error("only go.sum was found, which does not list direct dependencies. Add go.mod")
  }
  const found: Dependency[] = []
  let block = ""
  for (const line of text.split(/\r?\n/)) {
    const opened = /^\s*(\w+)\s*\($/.exec(line)?.[1]
    if (opened !== undefined) block = opened
    else if (/^\s*\)/.test(line)) block = ""
    const isRequirement = block === "require" || /^\s*require\s/.test(line)
    const [, path = "", version = "", comment = ""] = (isRequirement ? REQUIREMENT.exec(line) : null) ?? []
    if (path === "" || comment.startsWith("indirect")) continue
    found.push({
      ecosystem: "go",
      name: path,
      version: PSEUDO_VERSION.test(version) ? undefined : version.replace(/^v/, "").replace(/\+incompatible$/, ""),
      repositoryUrl: repositoryOf(path),
      file: "go.mod",
    })
  }
  return found
}

/** Derives the repository from the module path, for large git hosts and for `golang.org/x`. */
function repositoryOf(path: string): string | undefined {
  const onHost = GIT_HOSTS.exec(path)?.[0]
  if (onHost !== undefined) return `https://${onHost}`
  const extension = /^golang\.org\/x\/([^/]+)/.exec(path)?.[1]
  return extension === undefined ? undefined : `https://github.com/golang/${extension}`
}
