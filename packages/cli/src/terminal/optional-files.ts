import { access, readFile } from "node:fs/promises"

/** Error codes that mean that the file does not exist. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR"])

/** Returns true if a file or folder exists and can be accessed. */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

/** Reads a file. @returns undefined if it does not exist. @throws any other error of reading it. */
export async function readOptionalFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (thrown) {
    if (isAbsent(thrown)) return undefined
    throw thrown
  }
}

/** Returns true if an error of the file system means that the file does not exist. */
export function isAbsent(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined
  return typeof code === "string" && ABSENT.has(code)
}
