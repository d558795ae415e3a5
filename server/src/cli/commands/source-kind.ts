/** Kinds of source that `lectern add` takes. */
export const SOURCE_KINDS = ["git", "openapi", "files"] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** What was pasted, as it is to be added. */
export interface Pasted {
  readonly kind: SourceKind
  /** True for files on this machine, which are uploaded; `files` are PDF and DOCX, or folders of them. */
  readonly isFile: boolean
}

/** Endings of descriptions of an API; pages of a forge that show such a file are part of a repository. */
const DESCRIPTION = /\.(?:json|ya?ml)$|\/(?:openapi|swagger|api-docs)$/i
/** No address of a repository begins like a path. */
const DOCUMENT_OR_FOLDER = /^(?!\w+:\/\/).*\.(?:pdf|docx)$|^(?:\.{1,2}|~)?\/|^\.{1,2}$/i
const FORGE_PAGE = /\/(?:-\/)?(?:blob|tree|src)\//

/**
 * Recognises a source by its address or path.
 *
 * @param kind what the caller says it is; counts before anything else.
 */
export function recogniseSource(what: string, kind?: SourceKind): Pasted {
  if (/^https?:\/\//i.test(what)) {
    const { pathname } = URL.canParse(what) ? new URL(what) : { pathname: "" }
    const isDescription = DESCRIPTION.test(pathname) && !FORGE_PAGE.test(pathname)
    return { kind: kind ?? (isDescription ? "openapi" : "git"), isFile: false }
  }
  const isDescription =
    kind === "openapi" || (kind === undefined && !what.includes(":") && /\.(?:json|ya?ml)$/i.test(what))
  if (kind === "files" || (kind === undefined && !isDescription && DOCUMENT_OR_FOLDER.test(what))) {
    return { kind: "files", isFile: true }
  }
  return isDescription ? { kind: "openapi", isFile: true } : { kind: "git", isFile: false }
}
