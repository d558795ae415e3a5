/** Languages of translated documentation, as folder names. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    "ar az be bg bn br ca cn cs cz da de el en eo es et eu fa fi fil fr gl gu he hi hr hu hy id is it ja jp ka kk km kn ko kr ky lo lt lv mk " +
    "ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te tg th tk tr tw uk ur uz vi zh"
  ).split(" "),
)
/** Codes that almost always mean a language, so that one folder is enough evidence. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(
  "ar cn de es fa fr he hi hu it ja jp ko nl pl pt ru sv th tr uk vi zh".split(" "),
)
const REGION =
  /^(cn|tw|hk|sg|br|pt|mx|es|ar|co|cl|419|jp|kr|ru|ua|fr|ca|be|ch|de|at|it|nl|pl|tr|vn|th|id|ir|il|in|bd|se|dk|fi|no|gr|cz|sk|hu|ro|rs|eg|sa|us|gb|au|hans|hant|latn|cyrl)$/i
/** Folders that contain one folder per language. */
const TRANSLATION_PARENT =
  /^_?(i18n|l10n|intl|locales?|localized[_-]?(files|docs|content)?|translations?|translated[_-]docs|langs?|languages?)$/i

/** Form of folder names for languages, and the number of them that shows that their siblings are languages as well. */
const CODE_SHAPE = /^[a-z]{2,3}$/i
const MIN_LANGUAGES = 3

/** File names with a language suffix, with or without a region. */
const TAGGED_FILES = [
  /^(.*[^/])([._-])([A-Za-z]{2}[-_][A-Za-z]{2,4})(\.[^./]+)$/,
  /^(.*[^/])([._-])([A-Za-z]{2,3})(\.[^./]+)$/,
] as const
const ENGLISH_TAGS = ["en", "en-US", "en-us", "en_US", "EN"] as const

interface Language {
  readonly code: string
  readonly isTagged: boolean
}

/** Finds files that are translations of a page that also exists in English. */
export interface TranslationPaths {
  /** @returns the name of the folder or the suffix that shows it, or undefined. */
  translationOf(path: string): string | undefined
  /** @returns true for a translation if the source also has its page in English, beside it or in the folder `en`. */
  hasOriginal(path: string): boolean
}

/**
 * Examines all paths of a source together, because only its siblings show that `docs/it/` is Italian.
 *
 * @param paths all documentation files.
 */
export function findTranslations(paths: readonly string[]): TranslationPaths {
  const languagesByParent = new Map<string, Set<string>>()
  for (const path of paths) {
    eachFolder(path, (parent, name) => {
      const language = readLanguage(name)
      if (language === undefined) return
      const known = languagesByParent.get(parent) ?? new Set()
      languagesByParent.set(parent, known.add(language.code))
    })
  }
  const allPaths = new Set(paths)
  const mirrors = findMirrors(paths, allPaths, languagesByParent)
  /** Returns the first folder of a language in a path, as the path that ends with it. */
  const languageFolderOf = (path: string): string | undefined => {
    let found: string | undefined
    eachFolder(path, (parent, name) => {
      if (found !== undefined) return
      const folder = inside(parent, name)
      if (isTranslationFolder(parent, name, languagesByParent) || mirrors.has(folder)) found = folder
    })
    return found
  }
  return {
    translationOf: (path) => lastName(languageFolderOf(path)) ?? translatedFile(path, allPaths),
    hasOriginal(path) {
      const folder = languageFolderOf(path)
      const originals = folder === undefined ? originalFiles(path) : originalsOutside(folder, path)
      return originals.some((original) => allPaths.has(original))
    },
  }
}

/** Returns the paths that the English page of a file in a folder of a language may have. */
function originalsOutside(folder: string, path: string): readonly string[] {
  const rest = path.slice(folder.length)
  const parent = folder.slice(0, folder.lastIndexOf("/") + 1)
  return [...ENGLISH_TAGS.map((english) => `${parent}${english}${rest}`), `${parent}${rest.slice(1)}`]
}

function lastName(folder: string | undefined): string | undefined {
  return folder?.slice(folder.lastIndexOf("/") + 1)
}

/**
 * Finds folders without a known language name that are beside folders of languages and have the same pages as the
 * English one, such as `docs/em` (emoji).
 *
 * @returns their paths.
 */
function findMirrors(
  paths: readonly string[],
  allPaths: ReadonlySet<string>,
  languagesByParent: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const counts = new Map<string, { pages: number; mirrored: number }>()
  for (const path of paths) {
    eachFolder(path, (parent, name) => {
      const languages = languagesByParent.get(parent)
      if (!CODE_SHAPE.test(name) || readLanguage(name) !== undefined || languages?.has("en") !== true) return
      if (languages.size < MIN_LANGUAGES) return
      const folder = inside(parent, name)
      const count = counts.get(folder) ?? { pages: 0, mirrored: 0 }
      count.pages++
      if (allPaths.has(inside(parent, `en${path.slice(folder.length)}`))) count.mirrored++
      counts.set(folder, count)
    })
  }
  return new Set([...counts].filter(([, { pages, mirrored }]) => mirrored * 2 >= pages).map(([folder]) => folder))
}

function inside(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`
}

function isTranslationFolder(
  parent: string,
  name: string,
  languagesByParent: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const language = readLanguage(name)
  if (language === undefined || language.code === "en") return false
  if (language.isTagged || UNMISTAKABLE.has(language.code)) return true
  const parentName = parent.slice(parent.lastIndexOf("/") + 1)
  const siblings = languagesByParent.get(parent)
  return TRANSLATION_PARENT.test(parentName) || siblings?.has("en") === true || (siblings?.size ?? 0) >= 3
}

/** Recognises `README_CN.md`, `README.zh-CN.md`, and `guide.fr.md` beside `guide.md` or `guide.en-US.md`. */
function translatedFile(path: string, allPaths: ReadonlySet<string>): string | undefined {
  const file = readTaggedFile(path)
  if (file === undefined) return undefined
  const isReadme = /(^|\/)readme$/i.test(file.stem)
  return isReadme || originalFiles(path).some((original) => allPaths.has(original)) ? file.tag : undefined
}

/** Returns the paths that the English page of a file with a language suffix may have. */
function originalFiles(path: string): readonly string[] {
  const file = readTaggedFile(path)
  if (file === undefined) return []
  const { stem, separator, ending } = file
  const tagged = ENGLISH_TAGS.map((english) => `${stem}${separator}${english}${ending}`)
  return separator === "." ? [`${stem}${ending}`, ...tagged] : tagged
}

/** Reads a file name with the suffix of a language other than English. */
function readTaggedFile(path: string) {
  for (const form of TAGGED_FILES) {
    const [, stem, separator, tag, ending] = form.exec(path) ?? []
    const language = tag === undefined ? undefined : readLanguage(tag)
    if (stem === undefined || separator === undefined || tag === undefined || ending === undefined) continue
    if (language !== undefined && language.code !== "en") return { stem, separator, tag, ending }
  }
  return undefined
}

function readLanguage(name: string): Language | undefined {
  const [, code, region] = /^([A-Za-z]{2,3})(?:[-_]([A-Za-z]{2,4}|419))?$/.exec(name) ?? []
  if (code === undefined || !LANGUAGES.has(code.toLowerCase())) return undefined
  if (region !== undefined && !REGION.test(region)) return undefined
  return { code: code.toLowerCase(), isTagged: region !== undefined }
}

function eachFolder(path: string, visit: (parent: string, name: string) => void): void {
  let start = 0
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", start)) {
    visit(path.slice(0, Math.max(0, start - 1)), path.slice(start, end))
    start = end + 1
  }
}
