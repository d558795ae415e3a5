import type { LineAnchor } from "@lectern/engine"

/** A git host whose page URLs are known. */
export type GitHostName = "github" | "gitlab" | "bitbucket" | "gitea"

/**
 * Page URL patterns by host name, for other git hosts: `{repository}` stands for the URL of the repository, and
 * `{commit}` and `{path}` for the commit id and the path of the file.
 */
export type GitPagePatterns = ReadonlyMap<string, string>

/** Creates the URLs at which readers find a repository's files. */
export interface GitHostAddress {
  /** How a line range is appended; undefined for an unknown git host. */
  readonly lineAnchor?: LineAnchor
  /**
   * @param encodedPath path inside the repository, percent-encoded, separated by `/`.
   * @returns URL of the file at the commit, or `<repository URL>#<path>` for an unknown git host.
   */
  urlOf(encodedPath: string): string
}

const GITEA_HOST = /(^|\.)(codeberg\.org|gitea\.com|(gitea|forgejo)\.[^/]+)$/

/**
 * Detects the git host of a repository.
 *
 * @param repositoryUrl URL of the repository with or without `.git`; for `ssh://`, the pages of a known host are on its
 *   web server.
 * @param commit commit id that URLs are pinned to.
 * @param options.hostKind kind given by the user; ignored for a host that is known by name.
 * @param options.patterns take precedence over everything else.
 */
export function gitHostAddress(
  repositoryUrl: string,
  commit: string,
  {
    hostKind,
    patterns,
  }: { readonly hostKind?: GitHostName | undefined; readonly patterns?: GitPagePatterns | undefined },
): GitHostAddress {
  const url = new URL(repositoryUrl)
  const shown = url.protocol === "ssh:" ? `https://${url.hostname}${url.pathname}` : repositoryUrl
  const page = shown.replace(/\/+$/, "").replace(/\.git$/i, "")
  const pattern = patterns?.get(url.hostname)
  if (pattern !== undefined) {
    const values: Readonly<Record<string, string>> = { repository: page, commit }
    return {
      urlOf: (path) => pattern.replaceAll(/\{(repository|commit|path)\}/g, (_, name: string) => values[name] ?? path),
    }
  }
  switch (gitHostOf(url.hostname) ?? hostKind) {
    case "github":
      return { lineAnchor: "github", urlOf: (path) => `${page}/blob/${commit}/${path}` }
    case "gitlab":
      return { lineAnchor: "gitlab", urlOf: (path) => `${page}/-/blob/${commit}/${path}` }
    case "bitbucket":
      return { lineAnchor: "bitbucket", urlOf: (path) => `${page}/src/${commit}/${path}` }
    case "gitea":
      return { lineAnchor: "github", urlOf: (path) => `${page}/src/commit/${commit}/${path}` }
    case undefined:
      return { urlOf: (path) => `${repositoryUrl}#${path}` }
  }
}

/** Returns the git host with a host name. */
export function gitHostOf(hostname: string): GitHostName | undefined {
  const host = hostname.replace(/^www\./, "")
  if (host === "github.com") return "github"
  if (host.split(".").includes("gitlab")) return "gitlab"
  if (host === "bitbucket.org") return "bitbucket"
  return GITEA_HOST.test(host) ? "gitea" : undefined
}
