import type { LeftOutReason } from "../../sources/base/source-file.ts"

/** If a larger share of the documentation files was left out, the report starts with the reasons. */
const NOTABLE_SHARE = 0.3
/** Maximum number of reasons in a note; the others are added up. */
const REASONS_NAMED = 4

/** Reasons for files that are not documentation, and for URLs without a page. */
const NO_DOCUMENTATION: ReadonlySet<LeftOutReason> = new Set([
  "not_documentation",
  "symbolic_link",
  "submodule",
  "redirected",
  "not_found",
  "soft_404",
])

/** Descriptions of reasons; other reasons are shown with spaces instead of underscores. */
const WORDS: Partial<Readonly<Record<LeftOutReason, string>>> = {
  not_documentation: "not documentation",
  symbolic_link: "symbolic links",
  submodule: "in other repositories",
  translation: "translations of other pages",
  changelog: "changelogs",
  old_version: "pages of other versions",
  boilerplate: "boilerplate such as licences",
  duplicate: "duplicates of other pages",
  empty: "files without text of their own",
  excluded_folder: "in excluded folders",
  excluded_file: "excluded by name",
  outside_folders: "outside the requested folders",
  too_large: "too large",
  too_many_files: "over the limits for files or size of a library",
  unread_format: "in an unsupported format",
  lfs_pointer: "stored in Git LFS",
  robots: "blocked by robots.txt",
  noindex: "marked noindex",
  login_wall: "behind a login",
  script_only: "without text unless scripts are executed",
  out_of_time: "not reached in time",
  archived: "archived",
  draft: "drafts that are not published",
}

/** Descriptions of a single file, where they differ. */
const WORDS_FOR_ONE: Partial<Readonly<Record<LeftOutReason, string>>> = {
  symbolic_link: "symbolic link",
  submodule: "in another repository",
  translation: "translation of another page",
  changelog: "changelog",
  old_version: "page of another version",
  boilerplate: "boilerplate such as a licence",
  duplicate: "duplicate of another page",
  empty: "file without text of its own",
  excluded_folder: "in an excluded folder",
  draft: "draft that is not published",
}

/** Counts how many documentation files of a source were left out, and why. */
export class LeftOutWarning {
  readonly #countByReason = new Map<LeftOutReason, number>()

  /** @param fileCount number of files that were left out for the reason. */
  add(reason: LeftOutReason, fileCount = 1): void {
    if (NO_DOCUMENTATION.has(reason)) return
    this.#countByReason.set(reason, (this.#countByReason.get(reason) ?? 0) + fileCount)
  }

  /**
   * Summarises in one sentence what was left out, if it is more than three files in ten.
   *
   * @param others number of documentation files that were not left out: indexed or failed.
   */
  note(others: number): string | undefined {
    const leftOut = [...this.#countByReason.values()].reduce((sum, count) => sum + count, 0)
    const total = leftOut + others
    if (total === 0 || leftOut / total <= NOTABLE_SHARE) return undefined
    const reasons = [...this.#countByReason].toSorted(([, left], [, right]) => right - left)
    const named = reasons
      .slice(0, REASONS_NAMED)
      .map(([reason, count]) => `${inFigures(count)} ${wordsOf(reason, count)}`)
    const rest = reasons.slice(REASONS_NAMED).reduce((sum, [, count]) => sum + count, 0)
    const why = [...named, ...(rest === 0 ? [] : [`${inFigures(rest)} for other reasons`])].join(", ")
    const share = Math.floor((leftOut / total) * 100)
    return `${inFigures(leftOut)} of ${inFigures(total)} documentation files (${share}%) were left out: ${why}`
  }
}

/** Describes a reason after a number of files, as in `3 too large`. @param count that number. */
export function wordsOf(reason: string, count: number): string {
  const words: Readonly<Record<string, string | undefined>> = count === 1 ? { ...WORDS, ...WORDS_FOR_ONE } : WORDS
  return words[reason] ?? reason.replaceAll("_", " ")
}

function inFigures(count: number): string {
  return count.toLocaleString("en")
}
