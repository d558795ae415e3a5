import { readFileSync } from "node:fs"
import { PROGRAM_ROOT } from "../base/program-root.ts"

/** Version of the program, from its package. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", PROGRAM_ROOT), "utf8"))
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : ""
  return String(version)
}
