import { z } from "zod"

const name = (description: string) => z.string().min(1).optional().meta({ description })

const origin = (standard: string, description: string) =>
  z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .refine((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`, {
      error: "must be an address without a path",
    })
    .transform((text) => new URL(text).origin)
    .default(standard)
    .meta({ description })

/** Settings of the services whose accounts are connected by consent. */
export const CONNECTION_SETTINGS = {
  LECTERN_CONFLUENCE_CLIENT_ID: name(
    "Client id of an OAuth 2.0 (3LO) app of Atlassian; with its secret and `LECTERN_PUBLIC_URL`, accounts of Confluence Cloud can be connected by consent.",
  ),
  LECTERN_CONFLUENCE_CLIENT_SECRET: name("Secret of the OAuth 2.0 (3LO) app of Atlassian."),
  LECTERN_CONFLUENCE_AUTH_URL: origin(
    "https://auth.atlassian.com",
    "Where people consent and tokens are issued; another one for Atlassian Government Cloud.",
  ),
  LECTERN_CONFLUENCE_API_URL: origin(
    "https://api.atlassian.com",
    "Where sites of Confluence Cloud answer to tokens of OAuth; another one for Atlassian Government Cloud.",
  ),
  LECTERN_NOTION_CLIENT_ID: name(
    "Client id of a public integration of Notion; with its secret and `LECTERN_PUBLIC_URL`, workspaces can be connected by consent.",
  ),
  LECTERN_NOTION_CLIENT_SECRET: name("Secret of the public integration of Notion."),
  LECTERN_NOTION_API_URL: origin(
    "https://api.notion.com",
    "Where Notion answers to tokens of OAuth; another one behind a proxy of one's own.",
  ),
} as const

/** Tells what is wrong with settings of connections that are each right by themselves. */
export function findConnectionProblems(given: Readonly<Record<string, string>>): string[] {
  const problems: string[] = []
  for (const service of ["CONFLUENCE", "NOTION"]) {
    const [id, secret] = [`LECTERN_${service}_CLIENT_ID`, `LECTERN_${service}_CLIENT_SECRET`]
    if (given[id] === undefined && given[secret] === undefined) continue
    if (given[id] === undefined) problems.push(`${id}: is needed with ${secret}`)
    if (given[secret] === undefined) problems.push(`${secret}: is needed with ${id}`)
    if (given["LECTERN_PUBLIC_URL"] === undefined) {
      problems.push(`LECTERN_PUBLIC_URL: is needed with ${id}, whose service sends people back there`)
    }
  }
  return problems
}
