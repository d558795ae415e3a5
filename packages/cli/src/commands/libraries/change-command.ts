import type { LibraryRecord, UpdateLibraryRequest } from "@lectern/contract"
import { type Command, InvalidArgumentError, Option } from "commander"
import { withSession } from "../../session/connect.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface ChangeOptions extends ApiOptions {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly schedule?: string | undefined
  readonly license?: string | undefined
  readonly verified?: boolean | undefined
  readonly forget?: readonly ForgettableField[] | undefined
}

/** What an admin has said and may take back, under the name of its option. */
const FIELD_OF = {
  title: "title",
  description: "description",
  schedule: "refreshSchedule",
  license: "license",
  verified: "verified",
} as const satisfies Record<string, keyof UpdateLibraryRequest>
type ForgettableField = keyof typeof FIELD_OF

/** `lectern change <library>`: says what an admin knows better than the source of a library. */
export function changeCommand(context: CommandContext): Command {
  return apiCommand("change <library>", "say what you know better than the source of a library", [
    "change /honojs/website --verified",
    'change /docs/handbook --title "Handbook" --license CC-BY-4.0',
    "change /honojs/website --schedule '0 3 * * *' --forget title",
  ])
    .option("--title <text>", "title that wins over the source's")
    .option("--description <text>", "description that wins over the source's")
    .option("--schedule <when>", "cron expression in UTC, popular or never")
    .option("--license <id>", "SPDX id of its licence")
    .option("--verified", "vouch for where it comes from")
    .option("--no-verified", "say that it is not verified, whatever the rule says")
    .addOption(new Option("--forget <field>", "take back what was said").argParser(collectFields))
    .action((library: string, options: ChangeOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const changed = await client.updateLibrary(library, requestOf(options), { signal })
        terminal.printJson(changed)
        terminal.print(describeChange(changed))
      }),
    )
}

function collectFields(value: string, previous: readonly string[] | undefined): readonly string[] {
  if (!Object.hasOwn(FIELD_OF, value)) {
    throw new InvalidArgumentError(`it is one of ${Object.keys(FIELD_OF).join(", ")}`)
  }
  return [...(previous ?? []), value]
}

function requestOf({ title, description, schedule, license, verified, forget = [] }: ChangeOptions) {
  const given = { title, description, schedule, license, verified }
  const changed = Object.entries(FIELD_OF)
    .map(([option, field]) => {
      const name = option as ForgettableField
      return [field, given[name] ?? (forget.includes(name) ? null : undefined)] as const
    })
    .filter(([, value]) => value !== undefined)
  return Object.fromEntries(changed) satisfies UpdateLibraryRequest
}

function describeChange({ id, title, verified, facts, refreshSchedule }: LibraryRecord): string {
  const facets = [
    title,
    verified ? "verified" : "not verified",
    `licence ${facts.license ?? "unknown"}`,
    `refreshed ${refreshSchedule ?? "by the interval of the server"}`,
  ]
  return `${id}  ${facets.join(" · ")}`
}
