import { formatCount } from "@lectern/contract"

/** Why files are left out, after a number of them: for one file, and for several if that differs. */
const WORDS: Readonly<Partial<Record<string, readonly [one: string, many?: string]>>> = {
  archived: ["archived"],
  binary: ["binary file", "binary files"],
  boilerplate: ["boilerplate such as a licence", "boilerplate such as licences"],
  changelog: ["changelog", "changelogs"],
  draft: ["draft", "drafts"],
  duplicate: ["duplicate of another page", "duplicates of other pages"],
  empty: ["without text of its own", "without text of their own"],
  excluded_file: ["excluded by name"],
  excluded_folder: ["in an excluded folder", "in excluded folders"],
  foreign_code: ["file of third-party code", "files of third-party code"],
  generated_code: ["file of generated code", "files of generated code"],
  lfs_pointer: ["stored in Git LFS"],
  login_wall: ["behind a login"],
  no_public_symbols: ["without public symbols"],
  noindex: ["marked noindex"],
  not_text: ["that is not text", "that are not text"],
  old_version: ["page of another version", "pages of other versions"],
  out_of_time: ["not reached in time"],
  outside_folders: ["outside the requested folders"],
  robots: ["blocked by robots.txt"],
  script_only: ["without text unless scripts are executed"],
  soft_404: ["page that says it does not exist", "pages that say they do not exist"],
  submodule: ["in another repository", "in other repositories"],
  symbolic_link: ["symbolic link", "symbolic links"],
  test_code: ["file of test code", "files of test code"],
  too_many_files: ["over the limits for files or size of a library"],
  translation: ["translation of another page", "translations of other pages"],
  unread_format: ["in an unsupported format"],
}

/** Describes files that were left out for a reason: `1 changelog`, `3 too large`. */
export function describeLeftOut(reason: string, count: number): string {
  const [one = reason.replaceAll("_", " "), many = one] = WORDS[reason] ?? []
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
