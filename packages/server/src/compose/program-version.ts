import { readFileSync } from "node:fs"
import { PROGRAM_ROOT } from "../base/program-root.ts"

/** Returns Lectern's version, from its `package.json`. */
export function programVersion(): string {
  const packageJson: unknown = JSON.parse(readFileSync(new URL("package.json", PROGRAM_ROOT), "utf8"))
  const version =
    typeof packageJson === "object" && packageJson !== null && "version" in packageJson ? packageJson.version : ""
  return String(version)
}
