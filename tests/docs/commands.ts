import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { projectRoot } from "./pages.ts"

/** Asks the built command line for its help. */
function helpOf(...command: readonly string[]): string {
  const program = join(projectRoot, "packages/server/bin/lectern.mjs")
  return execFileSync(process.execPath, [program, ...command, "--help"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  })
}

function namesIn(help: string): readonly string[] {
  const list = help.slice(help.indexOf("Commands:"))
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map((match) => match[1] ?? "").filter((name) => name !== "help")
}

/**
 * Lists the commands that the built program knows, `admin create-key` as two words.
 *
 * @returns at least one; the program's own help is the source.
 */
export function commandNames(): readonly string[] {
  return namesIn(helpOf()).flatMap((name) =>
    name === "admin" ? namesIn(helpOf("admin")).map((inner) => `admin ${inner}`) : [name],
  )
}
