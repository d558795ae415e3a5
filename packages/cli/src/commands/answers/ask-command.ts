import { LIMITS } from "@lectern/contract"
import { type Command, InvalidArgumentError, Option } from "commander"
import { withSession } from "../../session/connect.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { renderMarkdown } from "../../terminal/render-markdown.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface AskOptions extends ApiOptions {
  readonly tokens?: number | undefined
  readonly limit?: number | undefined
  readonly length?: "auto" | "full" | undefined
  readonly term?: readonly string[] | undefined
  readonly explain?: true | undefined
}

/** Token budget on a terminal: the best snippets come first, and should still be on the screen. */
const TERMINAL_TOKENS = 1_000

/** `lectern ask <library> <question>`: answers a question from one library. */
export function askCommand(context: CommandContext): Command {
  const { contextTokensMin, contextTokensMax, contextTokensDefault, contextSnippetsMaxCount } = LIMITS
  return apiCommand("ask <library> <question>", "answer a question from a library, given by id or name", [
    'ask /honojs/website "validate query parameters with zod"',
    'ask /fastapi/fastapi/0.116 "background tasks" --tokens 2000',
    'ask flask@3.0 "stream a template"',
    'ask hono "middleware order" --json',
    'ask hono "who may call my api" --term cors --term origin',
  ])
    .option(
      "--tokens <number>",
      `token budget, ${contextTokensMin} to ${contextTokensMax} (default: ${contextTokensDefault}; ${TERMINAL_TOKENS} on a terminal)`,
      parseWholeNumber,
    )
    .addOption(
      new Option(
        "--length <length>",
        "auto: end when the remaining snippets are clearly worse; full: fill the token budget",
      ).choices(["auto", "full"]),
    )
    .option("--limit <number>", `maximum number of snippets, 1 to ${contextSnippetsMaxCount}`, parseWholeNumber)
    .option(
      "--term <text>",
      `word or identifier that the answer probably contains; may be repeated up to ${LIMITS.termsMaxCount} times`,
      (text: string, others: readonly string[] | undefined) => [...(others ?? []), text],
    )
    .option("--explain", "explain why each snippet was chosen, as JSON (admins)")
    .action((library: string, question: string, options: AskOptions) =>
      withSession(options, context, async (session) => {
        const terminal = terminalOf(context, options)
        const libraryId = await findLibraryId(session, terminal, { library, question })
        const isRead = context.io.stdout.isTTY === true && !terminal.isJson && options.explain === undefined
        const { tokens = isRead ? TERMINAL_TOKENS : undefined, limit, length, term: terms } = options
        const query = {
          libraryId,
          query: question,
          tokens,
          limit,
          length,
          terms: terms && [...terms],
        }
        if (options.explain) {
          const explained = { ...query, explain: "1" } as const
          terminal.printJson(await session.client.readContext(explained, { signal: session.signal }))
          return
        }
        if (terminal.isJson) {
          terminal.printJson(await session.client.readContext(query, { signal: session.signal }))
          return
        }
        const text = await session.client.readContextText(query, { signal: session.signal })
        if (terminal.isStyled) renderMarkdown(text.trimEnd(), terminal).forEach((line) => terminal.print(line))
        else terminal.print(text.trimEnd())
      }),
    )
}

/** Parses a whole number of an option. */
function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError("Must be a whole number.")
  }
  return Number(text)
}
