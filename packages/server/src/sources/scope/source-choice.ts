import type { LeftOutPath } from "./filter-paths.ts"

/** Number of characters of the README that are used for the title and description. */
const README_CHARACTERS = 16_000
const README_NAMES = ["readme.md", "readme.mdx", "readme.markdown", "readme.rst", "readme.txt", "readme"]

/**
 * Limits the number of files; files closest to the root are kept.
 *
 * @param paths files that were not excluded.
 * @returns at most `maxFiles` of them in the given order, and the others as left out.
 */
export function limitFiles(
  paths: readonly string[],
  maxFiles: number,
): { readonly kept: readonly string[]; readonly leftOut: readonly LeftOutPath[] } {
  if (paths.length <= maxFiles) return { kept: paths, leftOut: [] }
  const byDepth = paths.toSorted((left, right) => depthOf(left) - depthOf(right))
  const chosen = new Set(byDepth.slice(0, maxFiles))
  const detail = `a library can have at most ${maxFiles.toLocaleString("en")} files`
  return {
    kept: paths.filter((path) => chosen.has(path)),
    leftOut: paths.filter((path) => !chosen.has(path)).map((path) => ({ path, reason: "too_many_files", detail })),
  }
}

/**
 * Limits the total size; files closest to the root are kept.
 *
 * @param files files with their sizes.
 * @returns those that fit, in the given order, and the others as left out.
 */
export function limitBytes<F extends { readonly path: string; readonly sizeBytes: number }>(
  files: readonly F[],
  maxBytes: number,
): { readonly kept: readonly F[]; readonly leftOut: readonly LeftOutPath[] } {
  let rest = maxBytes
  const chosen = new Set<F>()
  for (const file of files.toSorted((left, right) => depthOf(left.path) - depthOf(right.path))) {
    rest -= file.sizeBytes
    if (rest < 0) break
    chosen.add(file)
  }
  const detail = `a library can have at most ${megabytes(maxBytes)} MB of text`
  return {
    kept: files.filter((file) => chosen.has(file)),
    leftOut: files.filter((file) => !chosen.has(file)).map(({ path }) => ({ path, reason: "too_many_files", detail })),
  }
}

/** Describes a file that exceeds the maximum size. */
export function tooLarge(path: string, sizeBytes: number, maxBytes: number): LeftOutPath {
  return {
    path,
    reason: "too_large",
    detail: `${megabytes(sizeBytes)} MB; a file has at most ${megabytes(maxBytes)} MB`,
  }
}

/** Returns the path of the README at the root. */
export function chooseReadme(paths: Iterable<string>): string | undefined {
  const atRoot = new Map([...paths].filter((path) => !path.includes("/")).map((path) => [path.toLowerCase(), path]))
  const name = README_NAMES.find((candidate) => atRoot.has(candidate))
  return name === undefined ? undefined : atRoot.get(name)
}

/** Returns the start of a text file; bytes that are not UTF-8 become replacement characters. */
export function firstText(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, README_CHARACTERS * 4))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
  return Array.from(start).slice(0, README_CHARACTERS).join("")
}

function depthOf(path: string): number {
  return path.split("/").length
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, "")
}
