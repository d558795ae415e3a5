import type { LibraryRecord, UpdateLibraryRequest } from "@lectern/contract"
import { type Command, InvalidArgumentError, Option } from "commander"
import { withSession } from "../../session/connect.ts"
import { describeRefresh } from "../../session/describe-refresh.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface ChangeOptions extends ApiOptions {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly schedule?: string | undefined
  readonly license?: string | undefined
  readonly verified?: boolean | undefined
  readonly forget?: readonly ForgettableField[] | undefined
}

/** The field that each option overrides. */
const FIELD_OF = {
  title: "title",
  description: "description",
  schedule: "refreshSchedule",
  license: "license",
  verified: "verified",
} as const satisfies Record<string, keyof UpdateLibraryRequest>
type ForgettableField = keyof typeof FIELD_OF

/** `lectern change <library>`: overrides metadata that the source provides. */
export function changeCommand(context: CommandContext): Command {
  return apiCommand("change <library>", "override the metadata from a library's source (admins)", [
    "change /honojs/website --verified",
    'change /docs/handbook --title "Handbook" --license CC-BY-4.0',
    "change /honojs/website --schedule '0 3 * * *' --forget title",
  ])
    .option("--title <text>", "title")
    .option("--description <text>", "description")
    .option("--schedule <when>", "refresh schedule: a cron expression in UTC, popular or never")
    .option("--license <id>", "SPDX id of the licence")
    .option("--verified", "mark the library as verified")
    .option("--no-verified", "mark the library as not verified")
    .addOption(
      new Option(
        "--forget <field>",
        "remove an override: title, description, schedule, license or verified; repeatable",
      ).argParser(collectFields),
    )
    .action((given: string, options: ChangeOptions) =>
      withSession(options, context, async (session) => {
        const { client, signal } = session
        const terminal = terminalOf(context, options)
        const library = await findLibraryId(session, terminal, { library: given, isChanged: true })
        const changed = await client.updateLibrary(library, requestOf(options), { signal })
        terminal.printJson(changed)
        terminal.print(describeChange(changed))
      }),
    )
}

function collectFields(value: string, previous: readonly string[] | undefined): readonly string[] {
  if (!Object.hasOwn(FIELD_OF, value)) {
    throw new InvalidArgumentError(`Allowed values are ${Object.keys(FIELD_OF).join(", ")}.`)
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

function describeChange(library: LibraryRecord): string {
  const { id, title, verified, facts } = library
  const facets = [
    title,
    verified ? "verified" : "not verified",
    `licence ${facts.license ?? "unknown"}`,
    `refreshed ${describeRefresh(library)}`,
  ]
  return `${id}  ${facets.join(" · ")}`
}
