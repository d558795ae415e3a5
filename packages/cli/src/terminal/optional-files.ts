import { access, readFile } from "node:fs/promises"

/** Codes of the failures that mean that there is no file of that name. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR"])

/** Tells whether a file or a folder can be reached. */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

/** Reads a file. @returns undefined when there is none of that name. @throws what else goes wrong with reading it. */
export async function readOptionalFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined
    if (typeof code === "string" && ABSENT.has(code)) return undefined
    throw thrown
  }
}
