/** Fences whose lines are arguments of a package manager, and the command that sites such as Fumadocs and SolidBase show for them. */
export const PACKAGE_COMMANDS: ReadonlyMap<string, string> = new Map([
  ["package-install", "npm install"],
  ["package-install-dev", "npm install -D"],
  ["package-install-global", "npm install -g"],
  ["package-install-local", "npm install"],
  ["package-remove", "npm uninstall"],
  ["package-create", "npm create"],
  ["package-run", "npm run"],
  ["package-exec", "npx"],
])

/** A line that is shown as it stands: a blank line, a comment, or a whole command. */
const WHOLE_LINE = /^\s*(?:$|#|(?:npm|npx|pnpm|yarn|bunx?|deno)(?:\s|$))/

/**
 * Writes the lines of such a fence as commands for npm.
 *
 * @param info text after the opening fence.
 * @returns undefined for other fences.
 */
export function packageCommands(info: string, code: string): string | undefined {
  const command = PACKAGE_COMMANDS.get(/^package-[a-z-]{1,20}/.exec(info)?.[0] ?? "")
  if (command === undefined) return undefined
  // An empty fence installs the packages of a project.
  if (code.trim() === "") return command === "npm install" ? command : undefined
  const lines = code.split("\n").map((line) => (WHOLE_LINE.test(line) ? line : `${command} ${line.trim()}`))
  return lines.join("\n")
}
