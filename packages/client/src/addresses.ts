import { isUrl, LIBRARY_ID_FORM } from "@lectern/contract"

/**
 * Returns the root of a server, without a slash or `/api` at its end.
 *
 * @throws {TypeError} the text is not an http or https address.
 */
export function rootOf(url: string): string {
  const parsed = isUrl(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError(`${JSON.stringify(url)} is not the address of a server: use one like http://127.0.0.1:3000`)
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "").replace(/\/api$/, "")}`
}

/** Returns the path parameters of a library. @throws {TypeError} the text is not of the form `/owner/repo`. */
export function libraryParams(libraryId: string): { readonly owner: string; readonly repo: string } {
  const [empty, owner = "", repo = "", ...rest] = libraryId.split("/")
  // URL parsers resolve dot segments, so the request would go to another path.
  const isPlain = (segment: string) => segment !== "" && !/^\.{1,2}$/.test(segment)
  if (empty !== "" || !isPlain(owner) || !isPlain(repo) || rest.length > 0) {
    throw new TypeError(`${JSON.stringify(libraryId)} is not a library id of the form ${LIBRARY_ID_FORM}`)
  }
  return { owner, repo }
}
