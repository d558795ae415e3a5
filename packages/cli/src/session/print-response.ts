import { type ApiOptions, type CommandContext, terminalOf } from "./command-context.ts"
import { type Session, withSession } from "./connect.ts"

/** A request to the API, and functions that print its response. */
export interface PrintedRequest<Response> {
  request(session: Session): Promise<Response>
  /** Returns the lines of the result; empty if there is nothing to print. */
  describe(response: Response): readonly string[]
  /** Returns a line for stderr, printed after the result. */
  note?(response: Response): string | undefined
}

/** Sends one request and prints its response: as received with `--json`, as lines of text otherwise. */
export function printResponse<Response>(
  context: CommandContext,
  options: ApiOptions,
  { request, describe, note }: PrintedRequest<Response>,
): Promise<void> {
  return withSession(options, context, async (session) => {
    const response = await request(session)
    const terminal = terminalOf(context, options)
    terminal.printJson(response)
    for (const line of describe(response)) terminal.print(line)
    const noted = note?.(response)
    if (noted !== undefined) terminal.note(noted)
  })
}
