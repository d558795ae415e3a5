/** Arguments of a template call, by name. */
export type CallArguments = Readonly<Record<string, string | readonly string[]>>

/** A package manager, or a program that runs packages, at the start of the name of a call: `npm_tabs`, `npxTabs`. */
const PROGRAM = /^(npm|npx|yarn|pnpm|bunx?|deno|pip|pipx|uvx?|cargo|gem|composer|brew)(?![a-z])/
const COMMAND = /^(?:install|add|init|create|exec|run|uninstall|remove|update|upgrade)(?![a-z])/

/**
 * Returns the shell command of a call that shows how to use a package manager.
 *
 * @param name of the function that is called; it begins with the program.
 * @returns the command, below the comment of the call if it has one; undefined for all other calls.
 */
export function commandOfCall(name: string, values: CallArguments): string | undefined {
  const program = PROGRAM.exec(name)?.[1]
  if (program === undefined) return undefined
  const packages = listOf(values["packages"])
  const options = listOf(values["args"])
  const { comment, command, package: tool } = values
  // Sites append words to the command so that their macros have different names: `init-create`.
  const verb = typeof command === "string" ? COMMAND.exec(command)?.[0] : undefined
  const words =
    verb !== undefined && packages !== undefined
      ? [verb, ...(options ?? []), ...packages]
      : typeof tool === "string" && options !== undefined
        ? [tool, ...options]
        : undefined
  if (words === undefined) return undefined
  const line = [program, ...words].join(" ")
  return typeof comment === "string" && comment !== "" ? `# ${comment}\n${line}` : line
}

function listOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === "string" ? undefined : value
}
