import type { Page } from "../../snippets/snippet.ts"

/** A package that the documentation installs or imports. */
export interface PackageUse {
  /** As written: `@scope/name`, `name`, `group:artifact` or a module path. */
  readonly name: string
  /** Share of the pages with an install command that install it, and of the pages with an import that import it; 0 to 1. */
  readonly installShare: number
  readonly importShare: number
  /** Pages that install or import it. */
  readonly pages: number
}

/** Number of packages to return, those on the most pages first. */
const MAX_PACKAGES = 60
/** Longer strings are not package names. */
const MAX_NAME_CHARACTERS = 80

const NAME = "(@?[A-Za-z0-9][\\w.-]{0,79}(?:/[\\w.-]{1,79}){0,4})"
/** Every command of `INSTALLS` contains this. Most texts do not, and are not searched further. */
const INSTALL_VERB = / (?:install|add|i|get|require) /
/** Commands that install packages, up to their first package; options in between are skipped. */
const INSTALLS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:npm (?:i|install)|yarn add|pnpm (?:add|i|install)|bun add|deno add)(?: -{1,2}[\\w=-]{1,40}){0,4} (?:npm:|jsr:)?${NAME}`,
    "g",
  ),
  new RegExp(
    `\\b(?:pip3? install|pipx install|uv add|uv pip install|poetry add|conda install)(?: -{1,2}[\\w=-]{1,40}){0,4} ["']?${NAME}`,
    "g",
  ),
  new RegExp(
    `\\b(?:cargo add|cargo install|go get|go install|gem install|bundle add|composer require|dotnet add package)(?: -{1,2}[\\w=-]{1,40}){0,4} ${NAME}`,
    "g",
  ),
]
const IMPORTS: readonly RegExp[] = [
  /\bfrom ["']([@\w][\w./@-]{0,79})["']/g,
  /\brequire\(["']([@\w][\w./@-]{0,79})["']\)/g,
  /^from ([a-z_]\w{0,79})[\w.]{0,79} import /gm,
  /^import ([a-z_]\w{0,79})\b(?!.{0,80}\bfrom\b)/gm,
  /^use ([a-z_]\w{0,79})::/gm,
]
/** Every statement of `IMPORTS` contains one of these. */
const IMPORT_WORDS = ['from "', "from '", "require(", "import ", "::"]
const MAVEN_TAG = "<groupId>"
/** Maven coordinates. */
const MAVEN = /<groupId>([\w.-]{1,79})<\/groupId>\s{0,20}<artifactId>([\w.-]{1,79})<\/artifactId>/g
/** Modules of standard libraries, which are not packages. */
const STANDARD_MODULES: ReadonlySet<string> = new Set(
  "std core alloc crate self super os sys re json typing time datetime asyncio logging node fs path http java".split(
    " ",
  ),
)

/** Counts the packages that pages install and import. */
export class PackageNames {
  readonly #installs = new Map<string, number>()
  readonly #imports = new Map<string, number>()
  #installPages = 0
  #importPages = 0

  add({ snippets }: Page): void {
    const installed = new Set<string>()
    const imported = new Set<string>()
    for (const { codes, content } of snippets) {
      // The content also contains the lines of all codes.
      if (!canInstall(content) && !canImport(content)) continue
      for (const text of [...codes.map(({ code }) => code), ...inlineCommands(content)]) {
        if (canInstall(text)) for (const name of installedIn(text)) installed.add(name)
        if (canImport(text)) for (const name of importedIn(text)) imported.add(name)
      }
    }
    if (installed.size > 0) this.#installPages++
    if (imported.size > 0) this.#importPages++
    for (const name of installed) this.#installs.set(name, (this.#installs.get(name) ?? 0) + 1)
    for (const name of imported) this.#imports.set(name, (this.#imports.get(name) ?? 0) + 1)
  }

  /** Returns the packages, those on the most pages first, ties by name. */
  inOrder(): readonly PackageUse[] {
    const names = [...new Set([...this.#installs.keys(), ...this.#imports.keys()])]
    return names
      .map((name): PackageUse => {
        const [installs, imports] = [this.#installs.get(name) ?? 0, this.#imports.get(name) ?? 0]
        return {
          name,
          installShare: installs / Math.max(1, this.#installPages),
          importShare: imports / Math.max(1, this.#importPages),
          pages: Math.max(installs, imports),
        }
      })
      .toSorted((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_PACKAGES)
  }
}

/** Returns the commands in prose, which are in backticks. */
function inlineCommands(content: string): readonly string[] {
  return content.match(/`[^`\n]{1,200}`/g) ?? []
}

function canInstall(text: string): boolean {
  return INSTALL_VERB.test(text) || text.includes(MAVEN_TAG)
}

function canImport(text: string): boolean {
  return IMPORT_WORDS.some((word) => text.includes(word))
}

function installedIn(text: string): readonly string[] {
  const named = INSTALLS.flatMap((command) => [...text.matchAll(command)].map(([, name = ""]) => name))
  const coordinates = [...text.matchAll(MAVEN)].map(([, group = "", artifact = ""]) => `${group}:${artifact}`)
  return [...named.map(withoutVersion), ...coordinates].filter(isName)
}

function importedIn(text: string): readonly string[] {
  return IMPORTS.flatMap((statement) => [...text.matchAll(statement)].map(([, name = ""]) => packageOf(name))).filter(
    isName,
  )
}

/** Removes the version or extras from a name such as `hono@4`, `flask[async]` and `x>=2`. */
function withoutVersion(name: string): string {
  const at = name.indexOf("@", Math.max(1, name.lastIndexOf("/") + 1))
  let end = at === -1 ? name.length : at
  while (end > 0 && ".,;:".includes(name[end - 1] ?? "")) end--
  return name.slice(0, end)
}

/** Returns the package of a module path such as `@scope/name/deep` and `name/deep`. */
function packageOf(path: string): string {
  return path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/")
}

function isName(name: string): boolean {
  return name.length > 1 && name.length <= MAX_NAME_CHARACTERS && !name.startsWith(".") && !STANDARD_MODULES.has(name)
}
