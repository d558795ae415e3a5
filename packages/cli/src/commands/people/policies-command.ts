import { UpdatePoliciesRequest, type PolicyConfiguration } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface PoliciesOptions extends ApiOptions {
  readonly set?: string | undefined
}

/** `lectern policies`: shows and changes which libraries may be read. */
export function policiesCommand(context: CommandContext): Command {
  return apiCommand("policies", "show or change which libraries may be read", [
    "policies",
    `policies --set '{"sourceTypes": {"disable": ["websites"]}}'`,
    `policies --set '{"libraryFilters": {"mode": "quality", "quality": {"minTrustScore": 7}}}'`,
  ])
    .option("--set <change>", "change as JSON, in the form of PATCH /api/v2/policies")
    .action(async (options: PoliciesOptions) => {
      const change = options.set === undefined ? undefined : readChange(options.set)
      await withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const policies =
          change === undefined
            ? await client.reading.getPolicies({ signal })
            : await client.reading.updatePolicies(change, { signal })
        terminal.printJson(policies)
        terminal.print(describePolicies(policies))
      })
    })
}

/** @throws {CliFailure} the text is not JSON, or not a change of policies. */
function readChange(text: string): UpdatePoliciesRequest {
  let change: unknown
  try {
    change = JSON.parse(text)
  } catch {
    throw new CliFailure(EXIT_CODES.usage, "--set: is not JSON")
  }
  const parsed = UpdatePoliciesRequest.safeParse(change)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CliFailure(EXIT_CODES.usage, `--set: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`)
}

function describePolicies({ sourceTypes, libraryFilters, accessibleLibraryCount }: PolicyConfiguration): string {
  const types = Object.entries(sourceTypes).map(([type, { enabled }]) => `${type} ${enabled ? "on" : "off"}`)
  const { mode } = libraryFilters
  const filter = mode === null ? "none is active" : `${mode} ${JSON.stringify(libraryFilters[mode])}`
  return [
    `source types   ${types.join(", ")}`,
    `filters        ${filter}`,
    `public         ${accessibleLibraryCount} libraries may be read`,
  ].join("\n")
}
