import type { LeftOutReason } from "../base/source-file.ts"
import { findAgentSkills } from "./agent-skills.ts"
import { findBookPages } from "./book-pages.ts"
import { DOCS_FOLDER } from "./docs-folder.ts"
import { findPosts } from "./posts.ts"
import { findSideFiles } from "./side-files.ts"
import { findTranslations } from "./translation-paths.ts"
import { findTextParts } from "./text-parts.ts"
import { findOldVersions, type VersionPaths } from "./version-paths.ts"

/** Why a file is left out by default. */
export interface DefaultExclusion {
  readonly reason: LeftOutReason
  /** Folder or word that matched. */
  readonly detail: string
  /**
   * True if the file is left out as long as any other documentation remains. This applies to third-party files, designs, skills of coding
   * agents, and translations of pages that the source also has in English. Other rules are skipped if hardly anything would remain.
   */
  readonly isCertain: boolean
}

/** Folders of packages, builds and tools. Names with a leading dot are excluded as well. */
const FOREIGN_FOLDER =
  /^(\..+|node_modules|bower_components|jspm_packages|site-packages|__pycache__|venv|_build|_site|pods|carthage)$/i
/** Third-party folders, except inside documentation, which may be about them. */
const FOREIGN_OUTSIDE_DOCS = /^(vendor|third[_-]?party|dist|licen[cs]es)$/i
/** Folders of tests, except inside documentation. */
const TEST_FOLDER = /^(tests?|__tests__|e2e|mocks|__mocks__)$/i
/** Folders of test data, at any location. */
const TEST_DATA_FOLDER = /^(_{0,2}fixtures_{0,2}|test[_-]?data|test[_-]fixtures?|__snapshots__)$/i
/** Folder of an R package with the results of checking the packages that depend on it. */
const CHECK_RESULTS_FOLDER = "revdep"
/** Folder of Sphinx templates. */
const SPHINX_TEMPLATES = "_templates"
/** Folders below `layouts` with Hugo templates, which may be written in Markdown. */
const TEMPLATE_FOLDER = /^_?(shortcodes|partials|markup)$/i

/** Folders inside documentation with designs, which may never be built, described in the words of users' questions. */
const DESIGN_FOLDER = /^((design[_-])?proposals|rfcs|enhancements|keps|adrs?)$/i

const CHANGELOG_FOLDER =
  /^(changelogs?|change-?logs?|changelog\.d|release[_-]?notes|upcoming[_-]?changes|news[_-]?fragments?)$/i
const CHANGELOG_FILE =
  /^(change[_-]?log([._-].*)?|changes|v?\d{1,4}(\.\d{1,4}){1,3}[._-]notes|(v?\d[\d._-]{0,20}[_-])?release[_-]?notes?([_-]v?\d[\d._-]{0,20})?)$/i
/** Guides beside changelogs, which say what to do instead of what was changed. */
const GUIDE_AMONG_CHANGELOGS = /^(migrat|upgrad|porting|whats?[_-]?new)/i
/** Case-sensitive: `news.md` in lower case may be a page. */
const CHANGELOG_SHOUTED = /^(HISTORY|History|NEWS|RELEASES?|WHATSNEW)$/

const BOILERPLATE_FILE =
  /^(licen[cs]es?([._-].*)?|copying([._-].*)?|(un)?licen[cs]e|open[_-]source[_-]licen[cs]es|code[_-]of[_-]conduct|pull_request_template|issue_template|third[_-]party[_-](notices?|licen[cs]es)|cran-comments|bug_report|feature_request|404|contributors)$/i
const BOILERPLATE_SHOUTED =
  /^(CONTRIBUTING|CONTRIBUTE|SECURITY|AUTHORS|CONTRIBUTORS|MAINTAINERS|GOVERNANCE|FUNDING|SUPPORT|CITATION|NOTICE|PATENTS|CLA|DCO|OWNERS|THANKS|SPONSORS|BACKERS|CODEOWNERS|CREDITS|TODO|AGENTS|CLAUDE|GEMINI|RELEASING|HOWTO_RELEASE|(RELEASE|BRANCH)_WALKTHROUGH|([A-Z]{1,10}_)?STYLE_?GUIDE|AI_POLICY|ANTITRUST|OPENCOLLECTIVE|TIDELIFT)$/
const BOILERPLATE_AT_ROOT = /^(contributing|contributors|authors|security|notice|maintainers|governance|todo)$/i
/** Text files that are lists for programs, and navigation files of Antora. */
const LIST_FILE =
  /^(((.*[_-])?requirements([._-].*)?|constraints([._-].*)?|cmakelists|robots|humans|ads|security|.*word_?list|llms(-\w+)?|version|manifest)\.txt|([\w-]+-)?nav([_-].*)?\.adoc)$/i

/** Folder of Python with lists of packages, which are text files. */
const REQUIREMENTS_FOLDER = "requirements"

/** Digests of a site for language models, such as `llms-full-guide.txt`: they repeat its pages. */
const LLMS_FILE = /^llms[-_][-\w]*\.txt$/i

/** Decides by path which files are left out by default. */
export interface DefaultExclusions {
  /**
   * Yields every reason to leave a file out. The first one is reported.
   *
   * @param path a documentation file of the source.
   * @param chosenDepth number of leading folders that the user selected; they exclude nothing.
   */
  exclusionsOf(path: string, chosenDepth: number): Iterable<DefaultExclusion>
}

/**
 * Prepares the default exclusions of one source.
 *
 * @param paths all its documentation files, because translations and old versions are recognised by their siblings.
 * @param options.keepVersions true to keep old versions.
 */
export function defaultExclusions(
  paths: readonly string[],
  options: { readonly keepVersions: boolean },
): DefaultExclusions {
  const translations = findTranslations(paths)
  const texts = findTextParts(paths)
  const book = findBookPages(paths)
  const skills = findAgentSkills(paths)
  const sides = findSideFiles(paths)
  const allPaths = new Set(paths)
  const tags = new Map(paths.map((path) => [path, translations.translationOf(path)]))
  const originals = paths.filter((path) => tags.get(path) === undefined)
  const versions: VersionPaths = options.keepVersions ? { oldVersionOf: () => undefined } : findOldVersions(originals)
  const rules: readonly ExclusionRule[] = [
    (_, segments, chosenDepth) => byFolder(segments.slice(chosenDepth, -1), segments.at(-1) ?? ""),
    (_, segments, chosenDepth) => asDesign(segments, chosenDepth),
    (path, _, chosenDepth) => asSkill(skills.skillOf(path, chosenDepth)),
    (path, segments, chosenDepth) => {
      const tag = tags.get(path)
      const isTranslation = tag !== undefined && !isChosen(tag, segments, chosenDepth)
      return isTranslation ? asTranslation(tag, translations.hasOriginal(path)) : undefined
    },
    (path, _, chosenDepth) => asOldVersion(versions.oldVersionOf(path), chosenDepth),
    (path, segments) => byName(path, segments),
    (path) => asFragment(sides.fragmentsOf(path)),
    (path) => asPart(texts.partOf(path)),
    (path, _, chosenDepth) => asSideFile(sides.sideOf(path, chosenDepth)),
    (path) => asSourceOf(path, allPaths),
    (path, _, chosenDepth) => (chosenDepth === 0 ? outsideBook(book.outsideOf(path)) : undefined),
  ]
  const isPage = (path: string) => rules.every((rule) => rule(path, path.split("/"), 0) === undefined)
  const posts = findPosts(paths, isPage)
  return {
    *exclusionsOf(path, chosenDepth) {
      const segments = path.split("/")
      for (const rule of rules) {
        const exclusion = rule(path, segments, chosenDepth)
        if (exclusion !== undefined) yield exclusion
      }
      const blog = posts.blogOf(path)
      if (blog !== undefined && blog.split("/").length > chosenDepth) {
        yield { reason: "excluded_folder", detail: blog, isCertain: false }
      }
    },
  }
}

/** Returns why a file is left out, or undefined. @param segments of its path. */
type ExclusionRule = (path: string, segments: readonly string[], chosenDepth: number) => DefaultExclusion | undefined

function byFolder(folders: readonly string[], name: string): DefaultExclusion | undefined {
  let isInDocs = false
  for (const [depth, folder] of folders.entries()) {
    if (folders[depth - 1] === "layouts" && TEMPLATE_FOLDER.test(folder)) {
      return { reason: "excluded_folder", detail: `layouts/${folder}`, isCertain: false }
    }
    if (folder === SPHINX_TEMPLATES) return { reason: "excluded_folder", detail: folder, isCertain: false }
    if (FOREIGN_FOLDER.test(folder) || (!isInDocs && FOREIGN_OUTSIDE_DOCS.test(folder))) {
      return { reason: "excluded_folder", detail: folder, isCertain: true }
    }
    const isCheckResults = depth === 0 && folder === CHECK_RESULTS_FOLDER
    if (isCheckResults || TEST_DATA_FOLDER.test(folder) || (!isInDocs && TEST_FOLDER.test(folder))) {
      return { reason: "excluded_folder", detail: folder, isCertain: false }
    }
    if (CHANGELOG_FOLDER.test(folder) && !GUIDE_AMONG_CHANGELOGS.test(name))
      return { reason: "changelog", detail: folder, isCertain: false }
    isInDocs ||= DOCS_FOLDER.test(folder)
  }
  return undefined
}

/** Leaves out designs inside documentation; a repository of designs has them at its root. */
function asDesign(segments: readonly string[], chosenDepth: number): DefaultExclusion | undefined {
  const folders = segments.slice(0, -1)
  const docs = folders.findIndex((folder) => DOCS_FOLDER.test(folder))
  const at = folders.findIndex((folder, depth) => depth > docs && DESIGN_FOLDER.test(folder))
  if (docs < 0 || at < chosenDepth) return undefined
  return { reason: "excluded_folder", detail: folders[at] ?? "", isCertain: true }
}

function asSkill(file: string | undefined): DefaultExclusion | undefined {
  return file === undefined ? undefined : { reason: "not_documentation", detail: file, isCertain: true }
}

/** @param isCertain true if the source has the page in English. */
function asTranslation(tag: string, isCertain: boolean): DefaultExclusion {
  return { reason: "translation", detail: tag, isCertain }
}

function asOldVersion(version: string | undefined, chosenDepth: number): DefaultExclusion | undefined {
  if (version === undefined || version.split("/").length <= chosenDepth) return undefined
  return { reason: "old_version", detail: version, isCertain: false }
}

function asFragment(folder: string | undefined): DefaultExclusion | undefined {
  return folder === undefined ? undefined : { reason: "changelog", detail: folder, isCertain: false }
}

function asSideFile(detail: string | undefined): DefaultExclusion | undefined {
  return detail === undefined ? undefined : { reason: "not_documentation", detail, isCertain: false }
}

function asPart(folder: string | undefined): DefaultExclusion | undefined {
  if (folder === undefined) return undefined
  return { reason: "not_documentation", detail: `${folder === "" ? "" : `${folder}/`}index.rst`, isCertain: false }
}

/** Leaves out a page of R Markdown whose result is beside it, `README.Rmd` and `README.md`, and parts of pages. */
function asSourceOf(path: string, paths: ReadonlySet<string>): DefaultExclusion | undefined {
  const [, stem] = /^(.*)\.[rq]md$/i.exec(path) ?? []
  if (stem === undefined) return undefined
  // Quarto makes no page of a file with this mark: other pages include it.
  if (/(?:^|\/)_[^/]*$/.test(stem)) return { reason: "not_documentation", detail: path, isCertain: false }
  if (!paths.has(`${stem}.md`)) return undefined
  return { reason: "not_documentation", detail: `${stem}.md`, isCertain: false }
}

function outsideBook(summary: string | undefined): DefaultExclusion | undefined {
  return summary === undefined ? undefined : { reason: "not_documentation", detail: summary, isCertain: false }
}

function isChosen(folder: string, segments: readonly string[], chosenDepth: number): boolean {
  const depth = segments.indexOf(folder)
  return depth >= 0 && depth < chosenDepth
}

/** Returns true for the name of a changelog inside documentation, which may be a guide to a new version: its title decides (`findChangelogs`). */
export function mayBeChangelog(path: string): boolean {
  const segments = path.split("/")
  return segments.slice(0, -1).some((folder) => DOCS_FOLDER.test(folder)) && isChangelogName(segments.at(-1) ?? "")
}

function isChangelogName(name: string): boolean {
  const stem = stemOf(name)
  return CHANGELOG_FILE.test(stem) || CHANGELOG_SHOUTED.test(stem)
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".")
  return dot > 0 ? name.slice(0, dot) : name
}

function byName(path: string, segments: readonly string[]): DefaultExclusion | undefined {
  const name = segments.at(-1) ?? ""
  const stem = stemOf(name)
  if (isChangelogName(name))
    return mayBeChangelog(path) ? undefined : { reason: "changelog", detail: name, isCertain: false }
  const isAtRoot = segments.length === 1
  const isBoilerplate =
    BOILERPLATE_FILE.test(stem) ||
    BOILERPLATE_SHOUTED.test(stem) ||
    LIST_FILE.test(name) ||
    LLMS_FILE.test(name) ||
    (segments.includes(REQUIREMENTS_FOLDER) && name.endsWith(".txt")) ||
    (isAtRoot && BOILERPLATE_AT_ROOT.test(stem))
  return isBoilerplate ? { reason: "boilerplate", detail: name, isCertain: false } : undefined
}
