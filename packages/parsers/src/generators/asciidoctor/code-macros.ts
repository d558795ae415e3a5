/** A file of source code that a macro may show. */
export interface CodeCandidate {
  /** Path as a pattern: `**` + `/a/B.java` matches the one file whose path ends so. */
  readonly path: string
  /** Name of its language, as readers see it. */
  readonly label: string
}

/** A block macro of AsciiDoc that shows the same code in several languages: `name::target[options]`. */
export interface CodeMacro {
  /** The target in the first group, the list of options in the second. */
  readonly pattern: RegExp
  /** @param section identifier of the section that the macro is in; empty when it has none. */
  candidatesOf(target: string, section: string): readonly CodeCandidate[]
  /** Describes the problem when none of the files exists. */
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

/** Lists the files that have a path in common and differ in their language. */
export function codeCandidates(path: string, endings: readonly string[]): readonly CodeCandidate[] {
  return CODE_KINDS.filter(([ending]) => endings.includes(ending)).map(([ending, label]) => ({
    path: `**/${path}.${ending}`,
    label,
  }))
}
