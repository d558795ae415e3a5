import type { ApiFiles, Opened } from "./api-files.ts"
import { membersOf, objectOf, textOf } from "./json-value.ts"

/** Host in samples if the description names none. */
const UNKNOWN_HOST = "https://HOST"

/** Longer URLs are not filled in: a variable can occur many times. */
const MAX_URL_CHARACTERS = 2_000

/** A base URL of the API. */
export interface Server {
  readonly url: string
  readonly description: string | undefined
}

/**
 * Lists the servers of the innermost level that defines any.
 *
 * @param levels from the inside out: operation, path, description.
 * @param documentUrl URL that relative URLs are resolved against.
 * @returns at least one, without a trailing slash; variables are replaced with their defaults.
 */
export function serversOf(files: ApiFiles, levels: readonly Opened[], documentUrl: string): readonly Server[] {
  for (const owner of levels) {
    const servers = files.entries(owner, "servers").flatMap((at) => {
      const { value } = files.open(at)
      const url = textOf(value["url"])
      return url === undefined
        ? []
        : [
            {
              url: absolute(withDefaults(url, value["variables"]), documentUrl),
              description: textOf(value["description"]),
            },
          ]
    })
    if (servers.length > 0) return servers
  }
  return [{ url: absolute("/", documentUrl), description: undefined }]
}

function withDefaults(template: string, variables: unknown): string {
  let url = template
  for (const [name, variable] of membersOf(variables)) {
    const value = textOf(objectOf(variable)["default"])
    if (value === undefined || url.length > MAX_URL_CHARACTERS || value.length > MAX_URL_CHARACTERS) continue
    url = url.replaceAll(`{${name}}`, value)
  }
  return url
}

function absolute(url: string, documentUrl: string): string {
  const isOnWeb = /^https?:/.test(documentUrl)
  // A URL parser would encode the braces of variables without a default.
  if (/^[a-z][a-z0-9+.-]*:|^\{/i.test(url)) return withoutSlash(url)
  if (url.startsWith("//")) return withoutSlash(`https:${url}`)
  if (isOnWeb && URL.canParse(url, documentUrl)) return withoutSlash(new URL(url, documentUrl).href)
  return withoutSlash(`${UNKNOWN_HOST}${url.startsWith("/") ? "" : "/"}${url}`)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "")
}
