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
