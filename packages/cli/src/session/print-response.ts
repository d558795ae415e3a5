import { type ApiOptions, type CommandContext, terminalOf } from "./command-context.ts"
import { type Session, withSession } from "./connect.ts"

/** One request to the API, and how its response is printed. */
export interface PrintedRequest<Response> {
  request(session: Session): Promise<Response>
  /** Lines of the result; an empty list when there is nothing to print. */
  describe(response: Response): readonly string[]
  /** A line for stderr, printed after the result. */
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
