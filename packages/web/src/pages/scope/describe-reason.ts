/** Descriptions of the reasons why files are left out. */
const REASONS: Readonly<Record<string, string>> = {
  not_documentation: "Not documentation",
  unread_format: "Format is not supported",
  excluded_folder: "In an excluded folder",
  excluded_file: "Excluded file",
  outside_folders: "Outside the chosen folders",
  too_large: "Too large",
  too_many_files: "More files than a library can have",
  symbolic_link: "Symbolic link",
  submodule: "Submodule",
  lfs_pointer: "Stored with Git LFS",
  binary: "Binary file",
  empty: "Empty",
  not_text: "Not text",
  translation: "Translation",
  changelog: "Changelog",
  old_version: "Other version",
  boilerplate: "Boilerplate such as a licence",
  test_code: "Test code",
  foreign_code: "Third-party code",
  generated_code: "Generated code",
  no_public_symbols: "No public symbols",
  duplicate: "Duplicate of another page",
  robots: "Blocked by robots.txt",
  noindex: "Marked as noindex",
  redirected: "Redirects to another page",
}

/** Describes the reason code of a file report; an unknown code is returned unchanged. */
export function describeReason(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ")
}
