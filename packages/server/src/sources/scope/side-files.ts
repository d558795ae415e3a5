import { DOCS_FOLDER } from "./docs-folder.ts"

/** Distinguishes pages for users from files beside them. */
export interface SideFiles {
  /**
   * Returns the folder or file name that shows that a file is not a page for users.
   *
   * @param chosenDepth number of leading folders that the user selected; they exclude nothing.
   */
  sideOf(path: string, chosenDepth: number): string | undefined
  /** Returns the folder of fragments from which a changelog is built, if a file is in one. */
  fragmentsOf(path: string): string | undefined
}

/** Folders that show that a repository has documentation of its own. */
const HOME_FOLDER = /^(?:docs?|documentation|content|website|manual|handbook)$/i
/** Minimum number of pages in such folders. In a repository with fewer, the other files are the documentation. */
const MIN_HOME_PAGES = 5
const README = /^readme(?:\.\w{1,10})?$/i
const TEXT = /\.(?:txt|text)$/i
/** Folders with applications, scripts and code to start from; their READMEs are about running them. */
const APPLICATION_FOLDER =
  /^(?:apps?|examples?|samples?|demos?|playgrounds?|templates?|starters|boilerplates?|benchmarks?|scripts?|branding|ci)$|[-_](?:templates?|starter|boilerplate|examples?|samples?|demos?|playground)$/i
/** A fragment of a changelog: the number of a change and its kind, such as `1234.feature.rst`. */
const FRAGMENT = /^(?:\d{3,9}|\+[\w-]{1,60})\.[a-z_]{2,30}(?:\.\d{1,3})?\.(?:rst|md|txt)$/i
/** Minimum number of fragments in their folder. */
const MIN_FRAGMENTS = 3

/**
 * Finds files that are not pages for users, if the repository has a folder of documentation: READMEs of examples, templates, applications
 * and scripts, and text files, which are lists and data there. Packages and plugins keep their READMEs. Fragments of a changelog are found
 * in any repository.
 *
 * @param paths all documentation files of the source.
 */
export function findSideFiles(paths: readonly string[]): SideFiles {
  const isHomePage = (path: string) => !TEXT.test(path) && foldersOf(path).some((name) => HOME_FOLDER.test(name))
  const hasHome = paths.filter(isHomePage).length >= MIN_HOME_PAGES
  const fragmentFolders = findFragmentFolders(paths)
  return {
    sideOf(path, chosenDepth) {
      const folders = foldersOf(path)
      const name = path.slice(path.lastIndexOf("/") + 1)
      if (!hasHome || folders.length === 0 || folders.some(mayHavePages)) return undefined
      if (README.test(name)) return folders.slice(chosenDepth).find((folder) => APPLICATION_FOLDER.test(folder))
      return chosenDepth === 0 && TEXT.test(name) ? name : undefined
    },
    fragmentsOf(path) {
      const folder = foldersOf(path).join("/")
      return fragmentFolders.has(folder) ? folder : undefined
    },
  }
}

/** Lists the folders in which at least half of the files are fragments of a changelog. */
function findFragmentFolders(paths: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, { files: number; fragments: number }>()
  for (const path of paths) {
    const end = path.lastIndexOf("/")
    const folder = path.slice(0, Math.max(0, end))
    const count = counts.get(folder) ?? { files: 0, fragments: 0 }
    count.files++
    if (FRAGMENT.test(path.slice(end + 1))) count.fragments++
    counts.set(folder, count)
  }
  const found = [...counts].filter(
    ([folder, { files, fragments }]) => folder !== "" && fragments >= MIN_FRAGMENTS && fragments * 2 >= files,
  )
  return new Set(found.map(([folder]) => folder))
}

/** Returns true for a folder of documentation, below which every README and text file may be a page. */
function mayHavePages(folder: string): boolean {
  return DOCS_FOLDER.test(folder) || HOME_FOLDER.test(folder)
}

function foldersOf(path: string): readonly string[] {
  return path.split("/").slice(0, -1)
}
