import { readFileSync } from "node:fs"

/** Version of the program, from its package. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : ""
  return String(version)
}
