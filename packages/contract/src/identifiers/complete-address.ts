/** Prefixes that stand for a git host. */
const HOST_OF_PREFIX: Readonly<Record<string, string>> = {
  github: "github.com",
  gh: "github.com",
  gitlab: "gitlab.com",
  bitbucket: "bitbucket.org",
}
const PREFIXED = /^(github|gh|gitlab|bitbucket):(?!\/\/)(.+)$/i
/** A name with a dot before the first slash, with a port or without. */
const HOST_FIRST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*(?::\d{1,5})?(?:[/?#]|$)/i
/** `owner/repo`, with what the address of a page of it may have after that. */
const OWNER_AND_REPOSITORY = /^[\w-]+\/[\w.-]+(?:\/(?:tree|blob)\/.+)?\/?$/

/**
 * Completes an address that was typed without its beginning: `github.com/honojs/website`, `hono.dev/docs`,
 * `gitlab:group/project`, and `honojs/website` for a repository on GitHub.
 *
 * @returns every other text unchanged.
 */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  const [, prefix, path] = PREFIXED.exec(text) ?? []
  const host = HOST_OF_PREFIX[prefix?.toLowerCase() ?? ""]
  if (host !== undefined && path !== undefined) return `https://${host}/${path.replace(/^\/+/, "")}`
  if (HOST_FIRST.test(text)) return text.includes("/") ? `https://${text}` : text
  return OWNER_AND_REPOSITORY.test(text) ? `https://github.com/${text}` : text
}
