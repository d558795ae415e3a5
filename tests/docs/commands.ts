import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { projectRoot } from "./pages.ts"

/** Returns the help of the built command line. */
function helpOf(...command: readonly string[]): string {
  const program = join(projectRoot, "packages/server/bin/lectern.mjs")
  return execFileSync(process.execPath, [program, ...command, "--help"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  })
}

/** Sections of a help text that list no commands. */
const OTHER_SECTIONS = /^(?:Usage|Options|Arguments|Environment|Exit codes|First steps|Examples|Agents)\b/

function namesIn(help: string): readonly string[] {
  const lists = help.split("\n\n").filter((section) => !OTHER_SECTIONS.test(section))
  const names = lists.flatMap((list) => [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map((match) => match[1] ?? ""))
  return names.filter((name) => name !== "help")
}

/**
 * Lists the commands of the built program; `admin create-key` counts as two words.
 *
 * @returns at least one; taken from the program's own help.
 */
export function commandNames(): readonly string[] {
  return namesIn(helpOf()).flatMap((name) =>
    name === "admin" ? namesIn(helpOf("admin")).map((inner) => `admin ${inner}`) : [name],
  )
}
