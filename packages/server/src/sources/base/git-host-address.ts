import type { LineAnchor } from "@lectern/engine"

/** A kind of forge, as far as the addresses of its pages go. */
export type GitHostName = "github" | "gitlab" | "bitbucket" | "gitea"

/** Writes the addresses of a repository's files for readers. */
export interface GitHostAddress {
  /** How a range of lines is added; undefined when the forge is not known. */
  readonly lineAnchor?: LineAnchor
  /**
   * @param encodedPath path inside the repository, percent-encoded, `/`-separated.
   * @returns address of the file at the commit, or `<repository URL>#<path>` when the forge is not known.
   */
  urlOf(encodedPath: string): string
}

const GITEA_HOST = /(^|\.)(codeberg\.org|gitea\.com|(gitea|forgejo)\.[^/]+)$/

/**
 * Recognises the forge behind a repository.
 *
 * @param repositoryUrl address of the repository with or without `.git`; for one of `ssh://` the pages of a known forge
 *   are those of its web server.
 * @param commit commit id that addresses are pinned to.
 * @param hostKind what the adder said the host is; a host known by name is what its name says.
 */
export function gitHostAddress(repositoryUrl: string, commit: string, hostKind?: GitHostName): GitHostAddress {
  const url = new URL(repositoryUrl)
  const shown = url.protocol === "ssh:" ? `https://${url.hostname}${url.pathname}` : repositoryUrl
  const page = shown.replace(/\/+$/, "").replace(/\.git$/i, "")
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

/** Recognises a forge by the name of its host. */
export function gitHostOf(hostname: string): GitHostName | undefined {
  const host = hostname.replace(/^www\./, "")
  if (host === "github.com") return "github"
  if (host.split(".").includes("gitlab")) return "gitlab"
  if (host === "bitbucket.org") return "bitbucket"
  return GITEA_HOST.test(host) ? "gitea" : undefined
}
