import { completeAddress } from "../identifiers/complete-address.ts"
import { isUrl } from "../text/is-url.ts"

/** Kinds of sources that are detected from an address or path. */
export const ADDABLE_KINDS = ["git", "website", "llmstxt", "openapi", "files"] as const
export type AddableKind = (typeof ADDABLE_KINDS)[number]

/** The source to add, normalised. */
export interface Pasted {
  readonly kind: AddableKind
  /** True for local files, which are uploaded; `files` are documents, folders and archives. */
  readonly isFile: boolean
  /** The address with its beginning, if that was left out; a path as given. */
  readonly address: string
}

/** Extensions of API descriptions. Pages of git hosts that show such a file belong to a repository. */
const DESCRIPTION = /\.(?:json|ya?ml)$|\/(?:openapi|swagger|api-docs)$/i
/** The address of a repository never starts like a path. */
const PATH = /^(?:\.{1,2}|~)?\/|^\.{1,2}$/
/** Extensions of documents and archives. Without `.rest`, which is also a top-level domain. */
const DOCUMENT =
  /\.(?:pdf|docx|mdx?|markdown|mdown|mkdn?|mdwn|rst|adoc|asciidoc|asc|te?xt|ipynb|html?|[rq]md|rd|topic|zip)$/i
const LLMS_TXT = /\/llms(?:[-_.][\w-]+)?\.(?:txt|md)$/i
/** Hosts with repositories: the public ones, and those named after the software that they run. */
const FORGE_HOST =
  /^(?:(?:www\.)?(?:github|gitlab|bitbucket|codeberg|gitee)\.(?:com|org)|git\.sr\.ht|dev\.azure\.com|(?:git|gitlab|gitea|forgejo|gogs|bitbucket|code|scm)\..+)$/i
const SITE_HOST =
  /^(?:docs?|developers?|documentation|learn|help|support|manual|guides?|wiki|api)\.|\.(?:readthedocs\.io|github\.io|gitlab\.io|gitbook\.io|netlify\.app|vercel\.app|pages\.dev|mintlify\.app)$/i
const SITE_PATH = /^\/(?:docs?|documentation|guides?|manual|reference|learn|handbook|help)(?:\/|$)|\.html?$/i
const FORGE_PAGE = /\/(?:-\/)?(?:blob|tree|src)\//

/**
 * Detects the kind of a source from its address or path.
 *
 * @param kind given by the caller; takes precedence.
 */
export function recogniseSource(what: string, kind?: AddableKind): Pasted {
  const address = addressOf(what)
  if (/^https?:\/\//i.test(address)) return { kind: kind ?? kindOfAddress(address), isFile: false, address }
  const isDescription =
    kind === "openapi" || (kind === undefined && !what.includes(":") && /\.(?:json|ya?ml)$/i.test(what))
  if (kind === "files" || (kind === undefined && !isDescription && isPath(what))) {
    return { kind: "files", isFile: true, address: what }
  }
  return { kind: isDescription ? "openapi" : "git", isFile: isDescription, address }
}

function isPath(what: string): boolean {
  return PATH.test(what) || (DOCUMENT.test(what) && !/^\w+:\/\//.test(what))
}

/** `docs/guide.md` is a file, although a repository could have that name. */
function addressOf(what: string): string {
  const complete = completeAddress(what)
  const isGuess = complete === `https://github.com/${what.trim()}`
  return PATH.test(what) || (isGuess && DOCUMENT.test(what) && !FORGE_PAGE.test(what)) ? what : complete
}

/** On an unknown host, an address of two words is treated as a repository, because repositories have no other form. */
function kindOfAddress(what: string): AddableKind {
  if (!isUrl(what)) return "git"
  const { hostname, pathname } = new URL(what)
  const isForge = FORGE_HOST.test(hostname) || FORGE_PAGE.test(pathname) || /\.git\/?$/i.test(pathname)
  if (isForge) return "git"
  if (LLMS_TXT.test(pathname)) return "llmstxt"
  if (DESCRIPTION.test(pathname)) return "openapi"
  if (SITE_HOST.test(hostname) || SITE_PATH.test(pathname)) return "website"
  return pathname.split("/").filter((segment) => segment !== "").length === 2 ? "git" : "website"
}
