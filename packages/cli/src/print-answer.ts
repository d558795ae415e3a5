import { withSession, type Session } from "./connect.ts"
import { type ApiOptions, type CommandContext, terminalOf } from "./commands/command-context.ts"

/** What a command asks for, and how people are told. */
export interface Question<Answer> {
  ask(session: Session): Promise<Answer>
  /** Lines of the result; none without anything to tell. */
  tell(answer: Answer): readonly string[]
  /** What is said beside an empty result, or beside every one. */
  note?(answer: Answer): string | undefined
}

/** Asks the API once and prints the answer: as it came with `--json`, else in lines for people. */
export function printAnswer<Answer>(
  context: CommandContext,
  options: ApiOptions,
  { ask, tell, note }: Question<Answer>,
): Promise<void> {
  return withSession(options, context, async (session) => {
    const answer = await ask(session)
    const terminal = terminalOf(context, options)
    terminal.printJson(answer)
    for (const line of tell(answer)) terminal.print(line)
    const said = note?.(answer)
    if (said !== undefined) terminal.note(said)
  })
}
