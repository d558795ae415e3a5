import { writeFile } from "node:fs/promises"
import { formatCount, type LibraryQuestion, type ListQuestionsResponse, countOf } from "@lectern/contract"
import { type Command, Option } from "commander"
import { withSession } from "../../session/connect.ts"
import { printResponse } from "../../session/print-response.ts"
import {
  type ApiOptions,
  apiCommand,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"
import { asFileFailure, CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

interface ListOptions extends ApiOptions {
  readonly kind?: LibraryQuestion["kind"] | undefined
  readonly out?: string | undefined
}

interface ReportOptions extends ApiOptions {
  readonly version?: string | undefined
  readonly note?: string | undefined
}

/** `lectern questions`: lists questions that a library should answer better. */
export function questionsCommand(context: CommandContext): Command {
  return newCommand("questions", "manage the questions that a library should answer better", [
    "questions list /honojs/website",
    "questions list /honojs/website --out questions.jsonl",
    'questions report /honojs/website "how do I set a cookie"',
    "questions record /honojs/website on",
  ])
    .addCommand(listCommand(context))
    .addCommand(reportCommand(context))
    .addCommand(deleteCommand(context))
    .addCommand(recordCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list <library>", "list questions with wrong answers or none, most frequent first", [
    "questions list /honojs/website --kind wrong",
    "questions list /honojs/website --out questions.jsonl",
  ])
    .addOption(new Option("--kind <kind>", "only this kind").choices(["wrong", "unanswered"]))
    .option("--out <file>", "write them to a file for lectern eval, one per line, with empty evidence to fill in")
    .action((libraryId: string, { kind, out, ...options }: ListOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const listed = await client.questions.list(libraryId, kind === undefined ? {} : { kind }, { signal })
        const terminal = terminalOf(context, options)
        terminal.printJson(listed)
        for (const question of listed.questions) terminal.print(lineOf(question))
        terminal.note(summaryOf(listed))
        if (out === undefined) return
        await writeNew(out, listed.questions.map(evalLineOf).join(""))
        terminal.note(`wrote ${out}: fill in the evidence, then run lectern eval ${libraryId} ${out}`)
      }),
    )
}

function lineOf({ id, kind, count, question, version, note }: LibraryQuestion): string {
  const of = version === "" ? "" : ` (${version})`
  return `${id}  ${kind.padEnd(10)}  ${formatCount(count)}×  ${question.replaceAll(/\s+/g, " ")}${of}${note === "" ? "" : `: ${note.replaceAll(/\s+/g, " ")}`}`
}

function summaryOf({ unansweredCount, recordsQuestions, libraryId }: ListQuestionsResponse): string {
  const counted = `${countOf(unansweredCount, "question")} without an answer in ${libraryId}`
  return recordsQuestions ? counted : `${counted}; keep their text with: lectern questions record ${libraryId} on`
}

function evalLineOf({ id, kind, question, note }: LibraryQuestion): string {
  return `${JSON.stringify({ id, kind, question, evidence: "", note: note || undefined })}\n`
}

/** Writes a new file, and never overwrites an existing one, because someone may have filled in its evidence. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" })
  } catch (thrown) {
    throw asFileFailure(thrown, { path, isWritten: true })
  }
}

function reportCommand(context: CommandContext): Command {
  return apiCommand("report <library> <question>", "report that the answer to a question was wrong", [
    'questions report /honojs/website "how do I set a cookie" --note "the options are missing"',
  ])
    .option("--version <tag>", "version that answered (default: the default version)")
    .option("--note <text>", "what the answer should have said")
    .action((libraryId: string, question: string, { version, note, ...options }: ReportOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.questions.report(libraryId, { question, version, note }, { signal }),
        describe: (kept) => [lineOf(kept)],
      }),
    )
}

function deleteCommand(context: CommandContext): Command {
  return apiCommand("delete <library> <id>", "delete a question, for example once it is answered", [
    "questions delete /honojs/website 4d7a5b0c1e2f39485766",
  ]).action((libraryId: string, id: string, options: ApiOptions) =>
    printResponse(context, options, {
      request: ({ client, signal }) => client.questions.delete(libraryId, id, { signal }),
      describe: ({ message }) => [message],
    }),
  )
}

function recordCommand(context: CommandContext): Command {
  return apiCommand("record <library> <on|off>", "turn storing the text of unanswered questions on or off", [
    "questions record /honojs/website on",
  ]).action((libraryId: string, wanted: string, options: ApiOptions) => {
    if (wanted !== "on" && wanted !== "off")
      throw new CliFailure(EXIT_CODES.usage, `cannot set recording to ${wanted}: use on or off`)
    return printResponse(context, options, {
      request: ({ client, signal }) =>
        client.updateLibrary(libraryId, { recordQuestions: wanted === "on" }, { signal }),
      describe: ({ id }) => [`${id}: the text of unanswered questions is ${wanted === "on" ? "kept" : "not kept"}`],
    })
  })
}
