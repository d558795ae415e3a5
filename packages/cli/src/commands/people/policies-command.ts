import { UpdatePoliciesRequest, type PolicyConfiguration, countOf } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface PoliciesOptions extends ApiOptions {
  readonly set?: string | undefined
}

/** `lectern policies`: shows and changes which libraries a teamspace can use. */
export function policiesCommand(context: CommandContext): Command {
  return apiCommand("policies", "show or change which libraries a teamspace can use", [
    "policies",
    `policies --set '{"sourceTypes": {"disable": ["websites"]}}'`,
    `policies --set '{"libraryFilters": {"mode": "quality", "quality": {"minTrustScore": 7}}}'`,
    `policies --set '{"suspiciousContent": {"action": "withhold"}}'`,
  ])
    .option("--set <change>", "changes as JSON, as in PATCH /api/v2/policies")
    .action(async (options: PoliciesOptions) => {
      const change = options.set === undefined ? undefined : parseChange(options.set)
      await withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const policies =
          change === undefined
            ? await client.visibility.getPolicies({ signal })
            : await client.visibility.updatePolicies(change, { signal })
        terminal.printJson(policies)
        terminal.print(describePolicies(policies))
      })
    })
}

/** @throws {CliFailure} if the text is not JSON, or not a valid change of policies. */
function parseChange(text: string): UpdatePoliciesRequest {
  let change: unknown
  try {
    change = JSON.parse(text)
  } catch {
    throw new CliFailure(EXIT_CODES.usage, "invalid --set: not JSON")
  }
  const parsed = UpdatePoliciesRequest.safeParse(change)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CliFailure(EXIT_CODES.usage, `invalid --set: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`)
}

function describePolicies({
  sourceTypes,
  libraryFilters,
  suspiciousContent,
  accessibleLibraryCount,
}: PolicyConfiguration): string {
  const types = Object.entries(sourceTypes).map(([type, { enabled }]) => `${type} ${enabled ? "on" : "off"}`)
  const { mode } = libraryFilters
  const filter = mode === null ? "none" : `${mode} ${JSON.stringify(libraryFilters[mode])}`
  const { action, maxFlaggedSnippets } = suspiciousContent
  const limit = action === "block" ? ` libraries with more than ${maxFlaggedSnippets} flagged snippets` : ""
  return [
    `source types   ${types.join(", ")}`,
    `filters        ${filter}`,
    `suspicious     ${action}${limit}`,
    `public         ${countOf(accessibleLibraryCount, "library", "libraries")} can be used`,
  ].join("\n")
}
