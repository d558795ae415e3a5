import { isUrl } from "@lectern/contract"
import { z } from "zod"

const name = (description: string) => z.string().min(1).optional().meta({ description })

const origin = (standard: string, description: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .refine((text) => isUrl(text) && new URL(text).href === `${new URL(text).origin}/`, {
      error: "must be an address without a path",
    })
    .transform((text) => new URL(text).origin)
    .default(standard)
    .meta({ description })

/** Settings of the services whose accounts can be connected with OAuth. */
export const CONNECTION_SETTINGS = {
  LECTERN_CONFLUENCE_CLIENT_ID: name(
    "Client ID of an Atlassian OAuth 2.0 (3LO) app. Together with its secret and `LECTERN_PUBLIC_URL`, it allows people to connect Confluence Cloud with OAuth.",
  ),
  LECTERN_CONFLUENCE_CLIENT_SECRET: name("Client secret of the Atlassian OAuth 2.0 (3LO) app."),
  LECTERN_CONFLUENCE_AUTH_URL: origin(
    "https://auth.atlassian.com",
    "Atlassian's authorization server. Change it for Atlassian Government Cloud.",
  ),
  LECTERN_CONFLUENCE_API_URL: origin(
    "https://api.atlassian.com",
    "Atlassian's API for OAuth tokens. Change it for Atlassian Government Cloud.",
  ),
  LECTERN_NOTION_CLIENT_ID: name(
    "Client ID of a public Notion integration. Together with its secret and `LECTERN_PUBLIC_URL`, it allows people to connect workspaces with OAuth.",
  ),
  LECTERN_NOTION_CLIENT_SECRET: name("Client secret of the public Notion integration."),
  LECTERN_NOTION_API_URL: origin(
    "https://api.notion.com",
    "Notion's API. Change it if you reach Notion through a proxy.",
  ),
} as const

/** Finds connection settings that are valid individually but incomplete together. */
export function findConnectionProblems(given: Readonly<Record<string, string>>): string[] {
  const problems: string[] = []
  for (const service of ["CONFLUENCE", "NOTION"]) {
    const [id, secret] = [`LECTERN_${service}_CLIENT_ID`, `LECTERN_${service}_CLIENT_SECRET`]
    if (given[id] === undefined && given[secret] === undefined) continue
    if (given[id] === undefined) problems.push(`${id}: required when ${secret} is set`)
    if (given[secret] === undefined) problems.push(`${secret}: required when ${id} is set`)
    if (given["LECTERN_PUBLIC_URL"] === undefined) {
      problems.push(`LECTERN_PUBLIC_URL: required when ${id} is set, because the service redirects people back to it`)
    }
  }
  return problems
}
