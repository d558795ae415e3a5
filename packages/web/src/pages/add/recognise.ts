import { type AddableKind, recogniseSource, isUrl } from "@lectern/contract"

/** The kinds of sources that can be pasted. */
export type PastedKind = Exclude<AddableKind, "files"> | "wiki" | "notes"

export interface Recognised {
  readonly kind: PastedKind
  /** Key of the space in a wiki address. */
  readonly spaceKey?: string
}

const WIKI_HOST = /\.atlassian\.net$|^confluence\./i
const NOTES_HOST = /(?:^|\.)notion\.(?:so|site|com)$/i
const SPACE = /\/(?:spaces|display)\/([^/]+)/

/** Recognises the kind of source at an address. */
export function recognise(address: string): Recognised {
  if (/^https?:\/\//i.test(address) && isUrl(address)) {
    const { hostname, pathname } = new URL(address)
    if (NOTES_HOST.test(hostname)) return { kind: "notes" }
    if (WIKI_HOST.test(hostname)) {
      const spaceKey = SPACE.exec(pathname)?.[1]
      return { kind: "wiki", ...(spaceKey === undefined ? {} : { spaceKey: decodeURIComponent(spaceKey) }) }
    }
  }
  const { kind } = recogniseSource(address)
  return { kind: kind === "files" ? "git" : kind }
}
