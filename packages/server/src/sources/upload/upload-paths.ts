import { InvalidInput } from "../../base/errors.ts"

/** Maximum length of a path inside a library, in characters. */
const MAX_PATH_CHARACTERS = 500
const ENDING = /\.(?:pdf|docx)$/i
/** Control characters would break lines of reports; the others have a meaning in some file systems. */
const FORBIDDEN = /[\p{Cc}\\:*?"<>|]/u

/**
 * Returns a path in the library for every uploaded file: the given path, or its name, with a number if several files
 * have the same name (`guide.pdf`, `guide-2.pdf`).
 *
 * @param names of the files as sent.
 * @param relativePaths one per file, in order; undefined if none were sent.
 * @throws {InvalidInput} for a wrong number of paths, for a path that leaves the library or is a duplicate, and for a
 *   file whose name is neither PDF nor DOCX.
 */
export function assignPaths(names: readonly string[], relativePaths: readonly string[] | undefined): string[] {
  if (relativePaths === undefined)
    return numberDoubles(names.map((name) => assertPath(baseName(name), "documentFiles")))
  if (relativePaths.length !== names.length) {
    throw new InvalidInput(
      `relativePaths: got ${relativePaths.length} paths for ${names.length} files. Send one path per file, in the same order`,
    )
  }
  const seen = new Set<string>()
  return relativePaths.map((relativePath) => {
    const path = assertPath(relativePath.replace(/^\.\//, ""), "relativePaths")
    if (seen.has(path)) throw new InvalidInput(`relativePaths: duplicate path ${path}. Every path must be different`)
    seen.add(path)
    return path
  })
}

function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1)
}

function assertPath(path: string, field: string): string {
  const shown = JSON.stringify(path.slice(0, MAX_PATH_CHARACTERS))
  const segments = path.split("/")
  if (path.length > MAX_PATH_CHARACTERS || FORBIDDEN.test(path) || segments.some(isOddSegment)) {
    throw new InvalidInput(`${field}: ${shown} is not a path inside the library. Use one like guides/setup.pdf`)
  }
  if (!ENDING.test(path))
    throw new InvalidInput(`${field}: ${shown} is neither PDF nor DOCX: its name must end in .pdf or .docx`)
  return path.normalize("NFC")
}

function isOddSegment(segment: string): boolean {
  return segment.trim() === "" || segment === "." || segment === ".."
}

function numberDoubles(names: readonly string[]): string[] {
  const taken = new Set(names)
  const used = new Set<string>()
  return names.map((name) => {
    let path = name
    for (let ordinal = 2; used.has(path) || (path !== name && taken.has(path)); ordinal++) {
      path = name.replace(ENDING, (ending) => `-${ordinal}${ending}`)
    }
    used.add(path)
    return path
  })
}
