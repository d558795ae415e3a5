import type { Dependency, DependencyParser } from "./dependency.ts"

/** Parses `Gemfile.lock`: the direct dependencies with their locked versions. */
export const parseRuby: DependencyParser = async (files) => {
  const text = await files.read("Gemfile.lock")
  if (text === undefined) return []
  const versions = new Map<string, string>()
  const repositories = new Map<string, string>()
  const declared: string[] = []
  let section = ""
  let remote: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (/^[A-Z]/.test(line)) {
      section = line.trim()
      remote = undefined
    }
    remote = /^ {2}remote: (\S+)/.exec(line)?.[1] ?? remote
    const [, gem, version] = /^ {4}([\w.-]+) \(([^)]+)\)$/.exec(line) ?? []
    if (gem !== undefined && version !== undefined) {
      // 1.16.2-x86_64-linux is the build for one platform.
      versions.set(gem, version.replace(/-(?:[a-z].*|\d{2,}.*)$/, ""))
      if (section === "GIT" && remote !== undefined) repositories.set(gem, remote)
    }
    const name = section === "DEPENDENCIES" ? /^ {2}([\w.-]+)!?(?: \(|!?$)/.exec(line)?.[1] : undefined
    if (name !== undefined) declared.push(name)
  }
  return declared.map((name): Dependency => ({
    ecosystem: "rubygems",
    name,
    version: versions.get(name),
    repositoryUrl: repositories.get(name),
    file: "Gemfile.lock",
  }))
}
