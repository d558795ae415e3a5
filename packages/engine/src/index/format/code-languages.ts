/** Names of the same language; the first name of a group is canonical. */
const GROUPS: readonly string[] = [
  "python py python3 pycon py3 ipython",
  "javascript js jsx mjs cjs node nodejs ecmascript",
  "typescript ts tsx mts cts",
  "shell sh bash zsh console terminal shellsession shell-session cmd bat batch powershell ps1 pwsh fish",
  "csharp cs c# dotnet",
  "fsharp fs f#",
  "visualbasic vb vb.net",
  "cpp c++ cxx cc hpp",
  "c h",
  "go golang",
  "rust rs",
  "ruby rb",
  "kotlin kt kts",
  "elixir ex exs",
  "haskell hs",
  "perl pl",
  "objectivec objc objective-c",
  "php php-annotations php-attributes php-standalone",
  "groovy gradle",
  "yaml yml",
  "json json5 jsonc",
  "markdown md mdx",
  "html htm xhtml twig jinja blade html+jinja html+twig html+php",
  "css scss sass less postcss",
  "graphql gql",
  "docker dockerfile",
  "text txt plain output log",
  "make makefile",
]

const nameByAlias: ReadonlyMap<string, string> = new Map(
  GROUPS.flatMap((group) => {
    const aliases = group.split(" ")
    return aliases.map((alias) => [alias, aliases[0] ?? alias] as const)
  }),
)

/** Languages whose code occurs in the documentation of programs in any language. */
const NEUTRAL: ReadonlySet<string> = new Set(
  "shell yaml json toml ini xml text http html css diff sql docker properties env graphql make markdown csv regex".split(
    " ",
  ),
)

/** Returns the canonical name of a language, in lower case; `""` for a label without one. */
export function languageName(label: string): string {
  const name = label.trim().toLowerCase()
  return nameByAlias.get(name) ?? name
}

/** Returns true for the canonical name of a programming language, and false for formats and shells, which any documentation can contain. */
export function isProgrammingLanguage(name: string): boolean {
  return name !== "" && !NEUTRAL.has(name)
}

/** Bit of snippets that contain code in any language. */
export const HAS_CODE = 1
/**
 * Languages of one index file that are distinguished: the remaining bits. The layout has 32 bits per snippet for this,
 * because reading the language from 200 snippet rows would cost each question 0.5 ms. If an index file has more than 31
 * languages, questions can't prefer the later ones.
 */
const MAX_LANGUAGES = 31

/** Assigns a bit to each language of an index, in order of first occurrence. */
export class CodeLanguages {
  readonly names: string[] = []

  /** Returns the bits of a snippet's code: `HAS_CODE` and the bits of its languages. */
  bitsOf(labels: readonly string[]): number {
    let bits = labels.length > 0 ? HAS_CODE : 0
    for (const name of labels.map(languageName)) {
      if (!isProgrammingLanguage(name)) continue
      let position = this.names.indexOf(name)
      if (position < 0 && this.names.length < MAX_LANGUAGES) {
        position = this.names.push(name) - 1
      }
      bits |= position < 0 ? 0 : 2 << position
    }
    return bits >>> 0
  }
}

/** Returns the bit of a language in an index with these names; 0 if no snippet contains such code. */
export function languageBit(names: readonly string[], label: string): number {
  const position = names.indexOf(languageName(label))
  return position < 0 ? 0 : (2 << position) >>> 0
}
