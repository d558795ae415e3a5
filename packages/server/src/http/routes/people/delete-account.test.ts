import { afterAll, beforeAll, expect, it } from "vitest"
import { aLibrary } from "../../../catalogue/catalogue.contract.testing.ts"
import { MAIN_TEAMSPACE, type TeamspaceRole } from "../../../catalogue/teamspaces/records.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => void (program = await startTestProgram({ environment: { LECTERN_EDITION: "hosted" } })))
afterAll(() => program.remove())

async function aTeamspace(name: string): Promise<string> {
  return (await program.context.catalogue.teamspaces.add({ name, plan: "team" })).key
}

async function aMember(name: string, teamspaceKey: string, role: TeamspaceRole): Promise<string> {
  const { users, teamspaces } = program.context.catalogue
  const { key } = (await users.add({ name, role: "member", passwordHash: "", mustChangePassword: false }))!
  await teamspaces.setRole(key, teamspaceKey, role)
  return key
}

/** Adds a library, which is private if it has a teamspace. @returns its key. */
async function addTo(teamspaceKey: string | null, id: string): Promise<string> {
  const library = aLibrary({ id, isPrivate: teamspaceKey !== null, teamspaceKey })
  return (await program.context.catalogue.libraries.add(library))!.key
}

const isDeleted = async (key: string) => (await program.context.catalogue.libraries.byKey(key))?.isDeleted
const deleteAccount = async (name: string) =>
  (await program.call({ method: "DELETE", url: `/api/v2/admin/users/${name}`, headers: asAdmin })).status

it("deletes the private data of a teamspace with its last member, because nobody could read or delete it later", async () => {
  const { catalogue } = program.context
  const teamspaceKey = await aTeamspace("Otters")
  const userKey = await aMember("ann", teamspaceKey, "owner")
  const [lost, kept] = [await addTo(teamspaceKey, "/acme/secret"), await addTo(null, "/acme/public")]
  const site = { kind: "notes", siteUrl: "https://notes.example", accountName: null, sealedToken: "x" } as const
  await catalogue.connections.put({ ...site, teamspaceKey })
  const hook = { url: "https://ci.example", description: "", eventTypes: [], sealedSecret: "x" }
  await catalogue.webhooks.add({ ...hook, teamspaceKey })
  const invitation = { label: "Ben", role: "admin", invitedBy: userKey, expiresAtMs: Number.MAX_SAFE_INTEGER } as const
  await catalogue.invitations.add({ ...invitation, teamspaceKey, tokenHash: "hash" })

  expect(await deleteAccount("ann")).toBe(200)

  expect([await isDeleted(lost), await isDeleted(kept)]).toEqual([true, false])
  expect(await catalogue.connections.ofTeamspace(teamspaceKey)).toEqual([])
  expect(await catalogue.webhooks.ofTeamspace(teamspaceKey)).toEqual([])
  expect(await catalogue.invitations.open(teamspaceKey)).toEqual([])
})

it("keeps the private data of a teamspace with other members, and of the teamspace of operators", async () => {
  const teamspaceKey = await aTeamspace("Seals")
  await aMember("cleo", teamspaceKey, "owner")
  await aMember("dan", teamspaceKey, "developer")
  await aMember("eve", MAIN_TEAMSPACE, "developer")
  const [shared, ofOperators] = [await addTo(teamspaceKey, "/seal/a"), await addTo(MAIN_TEAMSPACE, "/seal/b")]

  expect([await deleteAccount("cleo"), await deleteAccount("dan"), await deleteAccount("eve")]).toEqual([403, 200, 200])

  expect([await isDeleted(shared), await isDeleted(ofOperators)]).toEqual([false, false])
})
