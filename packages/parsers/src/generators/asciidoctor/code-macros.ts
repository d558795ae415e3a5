/** A file of source code that a macro may show. */
export interface CodeCandidate {
  /** Path pattern: `**` + `/a/B.java` matches the only file whose path ends with it. */
  readonly path: string
  /** Name of the file's language, as readers know it. */
  readonly label: string
}

/** An AsciiDoc block macro that shows the same code in several languages: `name::target[options]`. */
export interface CodeMacro {
  /** Matches the target in the first group and the options in the second. */
  readonly pattern: RegExp
  /** @param section id of the section that contains the macro; empty if it has none. */
  candidatesOf(target: string, section: string): readonly CodeCandidate[]
  /** Describes the problem if none of the files exists. */
  describeMissing(target: string, section: string): string
}

/** Languages in the order in which they are shown. */
const CODE_KINDS = [
  ["java", "Java"],
  ["kt", "Kotlin"],
  ["groovy", "Groovy"],
  ["xml", "XML"],
  ["yaml", "YAML"],
  ["properties", "Properties"],
] as const

/** Lists the files for a path, one for each language. */
export function codeCandidates(path: string, endings: readonly string[]): readonly CodeCandidate[] {
  return CODE_KINDS.filter(([ending]) => endings.includes(ending)).map(([ending, label]) => ({
    path: `**/${path}.${ending}`,
    label,
  }))
}
