import { newApiKey } from "../../packages/server/src/access/identity/api-keys.ts"
import type { TeamspaceRole } from "../../packages/server/src/catalogue/teamspaces/records.ts"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { sha256Hex } from "../../packages/server/src/base/sha256.ts"

/** A member of a teamspace with a key. */
export interface Member {
  readonly userKey: string
  readonly name: string
  readonly role: TeamspaceRole
  readonly teamspaceKey: string
  readonly headers: { readonly authorization: string }
}

/** Starts a hosted instance with a worker in this process. */
export async function startHosted(): Promise<TestProgram> {
  return startTestProgram({ workerMode: "inline", environment: { LECTERN_EDITION: "hosted" } })
}

/** Creates a teamspace on the plan `team`. */
export async function makeTeamspace({ context }: TestProgram, name: string): Promise<string> {
  return (await context.catalogue.teamspaces.add({ name, plan: "team" })).key
}

/** Creates an account with a role in a teamspace, and a key for it. */
export async function makeMember(
  { context: { catalogue } }: TestProgram,
  teamspaceKey: string,
  given: { readonly name: string; readonly role: TeamspaceRole; readonly groups?: readonly string[] },
): Promise<Member> {
  const { name, role, groups = [] } = given
  const account = { name, role: "member", passwordHash: "", mustChangePassword: false, groups } as const
  const user = await catalogue.users.add(account)
  if (user === undefined) throw new Error(`there is an account ${name} already`)
  await catalogue.teamspaces.setRole(user.key, teamspaceKey, role)
  const key = newApiKey()
  await catalogue.apiKeys.add({ userKey: user.key, teamspaceKey, label: "", keyHash: sha256Hex(key), hint: "" })
  return { userKey: user.key, name, role, teamspaceKey, headers: { authorization: `Bearer ${key}` } }
}

/** Returns words that occur in only one library. */
export function marksOf(at: number): { id: string; title: string; word: string; url: string } {
  return {
    id: `/owner${at}q/lib${at}q`,
    title: `Quagga${at}q`,
    word: `okapi${at}q`,
    url: `https://lynx${at}q.example/a`,
  }
}

/** Imports libraries that all answer questions about animals, each with unique words. */
export async function importMarked(program: TestProgram, numbers: readonly number[]): Promise<void> {
  const libraries = numbers.map((at) => {
    const { id, title, word, url } = marksOf(at)
    const content = `Animals such as the ${word} drink water in the evening.`
    const codeSnippets = [
      {
        id: url,
        title: `Animals of ${word}`,
        description: content,
        language: "js",
        codeList: [{ language: "js", code: `${word}()` }],
      },
    ]
    return aBundle(id, { title, description: `All about animals, ${word}`, codeSnippets })
  })
  const answer = await program.call({
    method: "POST",
    url: "/api/v2/import-libraries",
    headers: asAdmin,
    payload: { libraries },
  })
  if (answer.status !== 202) throw new Error(answer.text)
  await program.settle()
}

/** Calls an MCP tool. @returns the whole response as text. */
export async function callTool(
  program: TestProgram,
  headers: Readonly<Record<string, string>>,
  call: { readonly name: string; readonly arguments: object },
): Promise<string> {
  const answer = await program.call({
    method: "POST",
    url: "/mcp",
    headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
  })
  return `${answer.status} ${answer.text}`
}
