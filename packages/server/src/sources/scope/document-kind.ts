import type { LineAnchor } from "@lectern/engine"
import { HTML_EXTENSIONS, TEXT_EXTENSIONS } from "@lectern/parsers/detect"

/** The kind of file that a path suggests: documentation, documentation in an unsupported format, or something else. */
export type DocumentKind =
  | { readonly kind: "documentation" }
  | { readonly kind: "unread-format"; readonly format: string }
  | { readonly kind: "other"; readonly ending: string }

/**
 * In a repository, HTML is more often a template, a test or a part of an application than a page. It counts as
 * documentation only below folders with a name for documentation, and not below folders of templates.
 */
const PAGE_FOLDER =
  /^(?:docs?|documentation|manuals?|javadocs?|apidocs?|api-docs|htmldocs?|html-docs|help|handbook|guides?|tutorials?|reference|user-?guide)$/i
const NO_PAGE_FOLDER =
  /^(?:[_.].*|templates?|layouts?|partials?|includes?|themes?|overrides|components?|src|source|assets|static|public|js|css|tests?|__tests__|fixtures?|spec|examples?|samples?|demos?|playground|coverage|dist|build|node_modules|vendor|snippets?|embeds?|iframes?|widgets?|emails?|search)$/i
/** Lists of names that Javadoc, Sphinx and Doxygen add to their pages, and their pages about themselves. */
const INDEX_PAGE =
  /^(?:genindex(?:-.*)?|py-modindex|allclasses(?:-.*)?|allpackages-index|overview-tree|package-tree|package-use|deprecated-list|constant-values|serialized-form|help-doc|index-all|index-\d+|.{1,200}_8\w{1,4}_source)\.html?$/i
/** The same, with names that pages can have as well. */
const INDEX_PAGE_OF_DOXYGEN =
  /^(?:annotated|classes|files|functions(?:_.*)?|globals(?:_.*)?|hierarchy|inherits|pages|dir_[0-9a-f]{32})\.html?$/i
/** Other pages without their own text, at any location. */
const NO_PAGE = /^(?:404|50\d|search|menu|navtree|sidebar|header|footer|head|toc|google[0-9a-f]{8,})\.html?$/i

/** Office documents; not documentation below folders of tests and site sources. */
const OFFICE_ENDINGS: ReadonlySet<string> = new Set(["pdf", "docx"])

const UNREAD_FORMATS: ReadonlyMap<string, string> = new Map([
  ["xhtml", "HTML"],
  ["org", "Org mode"],
  ["textile", "Textile"],
  ["wiki", "wiki text"],
  ["mediawiki", "wiki text"],
  ["pod", "Pod"],
])

/**
 * Manual pages end with their section number. Names that end with a version or belong to a shared library are something
 * else.
 */
const MAN_PAGE = /^(?!.*(?:\.so|\.log|\.\d+|[-_v]\d+)\.\d$)[a-z_][\w+:@.-]*\.[1-8]$/i

/** Names of text files without an extension. */
const BARE_DOCUMENT =
  /^(readme|install|installation|usage|manual|tutorial|guide|faq|changelog|changes|history|news|licen[cs]e|copying|notice|authors|contributors|contributing|maintainers|security|hacking|todo)$/i

const DOCUMENTATION: DocumentKind = { kind: "documentation" }

/**
 * Returns the kind of a file by its name.
 *
 * @param path path inside the source, separated by `/`.
 */
export function documentKind(path: string): DocumentKind {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const dot = name.lastIndexOf(".")
  const ending = dot > 0 ? name.slice(dot + 1).toLowerCase() : ""
  if (TEXT_EXTENSIONS.has(ending) || (ending === "" && BARE_DOCUMENT.test(name))) return DOCUMENTATION
  if (MAN_PAGE.test(name)) return DOCUMENTATION
  if (HTML_EXTENSIONS.has(ending)) return isPagePath(path, name) ? DOCUMENTATION : { kind: "other", ending }
  if (OFFICE_ENDINGS.has(ending)) return isBesidePages(path) ? DOCUMENTATION : { kind: "other", ending }
  const format = UNREAD_FORMATS.get(ending)
  return format === undefined ? { kind: "other", ending } : { kind: "unread-format", format }
}

/**
 * Returns how a line range is appended to the URL of a file: PDF files use page numbers, and Word documents have no
 * lines.
 *
 * @param ofHost the host's form for text files.
 */
export function lineAnchorOf(path: string, ofHost: LineAnchor | undefined): LineAnchor | undefined {
  if (/\.docx$/i.test(path)) return undefined
  return /\.pdf$/i.test(path) ? "page" : ofHost
}

/**
 * Returns true for a page on which a documentation tool only lists names.
 *
 * @param name the file name of a page.
 * @param generator the tool in the metadata of the page, if it is known.
 */
export function isIndexPage(name: string, generator: string): boolean {
  return INDEX_PAGE.test(name) || (/^doxygen\b/i.test(generator) && INDEX_PAGE_OF_DOXYGEN.test(name))
}

function isPagePath(path: string, name: string): boolean {
  const isListed = NO_PAGE.test(name) || INDEX_PAGE.test(name) || INDEX_PAGE_OF_DOXYGEN.test(name)
  return !isListed && foldersOf(path).some((folder) => PAGE_FOLDER.test(folder)) && isBesidePages(path)
}

function isBesidePages(path: string): boolean {
  return !foldersOf(path).some((folder) => NO_PAGE_FOLDER.test(folder))
}

function foldersOf(path: string): readonly string[] {
  return path.split("/").slice(0, -1)
}
