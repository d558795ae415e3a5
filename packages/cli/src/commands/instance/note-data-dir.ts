import { type CommandContext, terminalOf } from "../../session/command-context.ts"

/**
 * Prints which data directory a command uses.
 *
 * @throws if there is none, before the command has done anything.
 */
export async function noteDataDir(
  context: CommandContext,
  options: { readonly dataDir?: string | undefined; readonly json?: boolean | undefined },
): Promise<void> {
  const { dataDir } = options
  const path = await context.entryPoints.findDataDir({ dataDir })
  terminalOf(context, options).note(`data directory: ${path}`)
}
