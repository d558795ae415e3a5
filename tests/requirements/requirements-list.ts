import { readdirSync, readFileSync } from "node:fs"
import { z } from "zod"

const listFolder = new URL("./manifest/", import.meta.url)

/** Titles of the issues that a requirement may wait for. */
const LATER_ISSUES = [
  "Sources: every source, every format, every version",
  "Access: people, keys, teamspaces and policies",
  "Answers: better passages than any open or closed rival",
  "Doors: MCP everywhere, clients, usage metrics, scores",
  "Dashboard",
  "Scale-out",
] as const

/**
 * One requirement: a sentence or table row of a document, and the tests that prove it or the issues that will fulfil
 * it.
 */
export const Requirement = z.strictObject({
  id: z.string().regex(/^((interface|decisions)-[0-9.]+|documentation-[a-z-]+)-[0-9]{2}$/),
  source: z.enum(["interface-specification", "decisions", "documentation"]),
  /** Number of the section, or name of the page in `docs/`. */
  section: z.string(),
  sentence: z.string().min(1),
  /** `path` or `path#name of the test`, relative to the root of the repository. */
  tests: z.array(z.string()).min(1).optional(),
  /** Issues that fulfil the requirement, or the rest of it. */
  later: z.array(z.enum(LATER_ISSUES)).min(1).optional(),
})
export type Requirement = z.infer<typeof Requirement>

/** Reads the list of requirements, file by file. */
export function readRequirements(): Requirement[] {
  const files = readdirSync(listFolder).filter((name) => name.endsWith(".json"))
  return files.toSorted().flatMap((name) => {
    const text = readFileSync(new URL(name, listFolder), "utf8")
    return z.array(Requirement).parse(JSON.parse(text))
  })
}
