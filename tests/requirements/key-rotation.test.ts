import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createSecretBox } from "../../packages/server/src/access/secrets/encryption.ts"
import { openKeyRing } from "../../packages/server/src/access/secrets/key-ring.ts"
import { silentLog } from "../../packages/server/src/base/log.ts"
import { assertSameKey } from "../../packages/server/src/compose/assert-same-key.ts"
import { rotateKey } from "../../packages/server/src/compose/rotate-key.ts"
import {
  asAdmin,
  newestJob,
  startTestProgram,
  type TestProgram,
} from "../../packages/server/src/http/program.testing.ts"
import { obtainHookSecret } from "../../packages/server/src/service/incoming-hooks/hook-secret.ts"
import { reencryptSecrets } from "../../packages/server/src/service/instance/reencrypt-secrets.ts"

const TOKEN = "docs:glpat-of-the-library"
/** The keys of the data directory. */
const ofFile = { configured: undefined, log: silentLog }
const rotate = (dataDir: string, flags: { isNew?: boolean; isForgetting?: boolean } = {}) =>
  rotateKey({ dataDir, isNew: true, isForgetting: false, ...flags })

let program: TestProgram
let hookSecret: string
beforeEach(async () => {
  program = await startTestProgram()
  hookSecret = await obtainHookSecret(program.context, false)
  await post("/api/v2/add/repo/git", { docsRepoUrl: "https://127.0.0.1:9/a/vault.git", gitToken: TOKEN })
  await post("/api/v2/connections", { kind: "git", siteUrl: "https://127.0.0.1:9", token: "docs:of-the-connection" })
  await post("/api/v2/webhooks", { url: "https://127.0.0.1:9/hook" })
  await assertSameKey(program.context.catalogue, program.context.sealer)
})
afterEach(() => program.remove())

async function post(url: string, payload: object): Promise<void> {
  const answer = await program.call({ method: "POST", url, headers: asAdmin, payload })
  if (answer.status >= 300) throw new Error(`${url}: ${answer.text}`)
}

/** Every sealed text of the instance, as it is stored. */
async function encryptedValues(): Promise<string[]> {
  const found: string[] = []
  const { encryptedValues: store } = program.context.catalogue
  for (const kind of store.kinds) {
    await store.replaceSome(kind, { after: "", limit: 1_000 }, (sealed) => void found.push(sealed))
  }
  return found
}

async function secretsWith(dataDir: string): Promise<string[]> {
  const sealer = createSecretBox(await openKeyRing(dataDir, ofFile))
  return (await encryptedValues()).map((sealed) => sealer.unseal(sealed))
}

describe("rotating the encryption key", () => {
  it("seals everything that is stored with a new key, and says what it did", async () => {
    const before = await secretsWith(program.dataDir)
    const [oldKey] = (await openKeyRing(program.dataDir, ofFile)).keys()

    const done = await rotate(program.dataDir)

    expect(done.isMade).toBe(true)
    expect(done.oldKeyIds).toEqual([oldKey.id])
    expect(done.kinds.map(({ current, resealed, unreadable }) => [current, resealed, unreadable])).toEqual(
      Array.from({ length: done.kinds.length }, () => [1, 1, 0]),
    )
    expect((await encryptedValues()).every((sealed) => sealed.startsWith(`v2.${done.keyId}.`))).toBe(true)
    expect(await secretsWith(program.dataDir)).toEqual(before)
    expect(before).toContain(hookSecret)
    const audit = await program.call({ url: "/api/v2/admin/audit?limit=5", headers: asAdmin })
    expect(audit.text).toContain(`5 secrets sealed with ${done.keyId}`)
  })

  it("is learnt by a server that runs, which goes on with the new key", async () => {
    const { sealer } = program.context

    const done = await rotate(program.dataDir)

    while (!sealer.seal("later").startsWith(`v2.${done.keyId}.`)) await delay(50)
    for (const sealed of await encryptedValues()) expect(sealer.unseal(sealed)).not.toBe("")
  })

  it("can be killed between two batches and be run again", async () => {
    await rotate(program.dataDir, { isNew: true })
    const before = await secretsWith(program.dataDir)
    const ring = await openKeyRing(program.dataDir, ofFile)
    const whole = createSecretBox(ring)
    let sealed = 0
    const dying = {
      ...whole,
      isCurrent: () => false,
      seal(secret: string) {
        if (++sealed > 2) throw new Error("killed")
        return whole.seal(secret)
      },
    }

    await expect(reencryptSecrets(program.context.catalogue, dying)).rejects.toThrow("killed")

    expect(await secretsWith(program.dataDir)).toEqual(before)
    const again = await rotate(program.dataDir, { isNew: false })
    expect(again.isMade).toBe(false)
    expect(await secretsWith(program.dataDir)).toEqual(before)
  })

  it("leaves what somebody changes meanwhile as they made it", async () => {
    const { catalogue } = program.context
    const done = await rotate(program.dataDir)
    const fresh = createSecretBox(await openKeyRing(program.dataDir, ofFile)).seal("docs:changed-meanwhile")
    const [connection] = await catalogue.connections.ofTeamspace("main")
    if (connection === undefined) throw new Error("there is no connection")
    await catalogue.connections.put({ ...connection, sealedToken: fresh })

    const again = await rotate(program.dataDir, { isNew: false })

    expect(again.keyId).toBe(done.keyId)
    expect((await catalogue.connections.ofTeamspace("main"))[0]?.sealedToken).toBe(fresh)
  })

  it("forgets the old keys when it is told to, once nothing needs them", async () => {
    const before = await secretsWith(program.dataDir)

    const done = await rotate(program.dataDir, { isForgetting: true })

    expect([done.isForgotten, done.oldKeyIds]).toEqual([true, []])
    expect(await readFile(join(program.dataDir, "encryption.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/)
    expect(await secretsWith(program.dataDir)).toEqual(before)
  })

  it("forgets no key and says so when there is a secret that none opens", async () => {
    const path = join(program.dataDir, "encryption.key")
    await writeFile(path, `${"ab".repeat(32)}\n`)

    const done = await rotate(program.dataDir, { isForgetting: true })

    expect(done.isForgotten).toBe(false)
    expect(done.kinds.every(({ unreadable }) => unreadable === 1)).toBe(true)
    expect(done.oldKeyIds).toHaveLength(1)
  })

  it("makes keys of two commands at once, and loses neither", async () => {
    const [one, two] = await Promise.all([rotate(program.dataDir), rotate(program.dataDir)])

    const ids = (await openKeyRing(program.dataDir, ofFile)).keys().map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([one.keyId, two.keyId]))
    expect(ids).toHaveLength(3)
    expect(await secretsWith(program.dataDir)).toContain(TOKEN)
  })
})

describe("a key that was taken away", () => {
  it("fails the job with a clear error, and everything else goes on", async () => {
    await program.close()
    const other = await startTestProgram({
      dataDir: program.dataDir,
      workerMode: "inline",
      environment: { LECTERN_ENCRYPTION_KEY: "cd".repeat(32) },
    })

    await other.settle()
    const job = await newestJob(other)
    const search = await other.call({ url: "/api/v2/libs/search?libraryName=vault&query=vault" })
    await other.close()

    expect(job).toMatchObject({
      state: "failed",
      error: { code: "internal_error", message: expect.stringContaining("is neither in LECTERN_ENCRYPTION_KEY nor") },
    })
    expect(search.status).toBe(200)
  })

  it("is no loss while it stands behind the new one in LECTERN_ENCRYPTION_KEY", async () => {
    const before = await secretsWith(program.dataDir)
    const old = (await readFile(join(program.dataDir, "encryption.key"), "utf8")).trim()

    const ring = await openKeyRing(program.dataDir, { ...ofFile, configured: `${"ef".repeat(32)}, ${old}` })

    const sealer = createSecretBox(ring)
    expect((await encryptedValues()).map((sealed) => sealer.unseal(sealed))).toEqual(before)
    expect((await encryptedValues()).some((sealed) => sealer.isCurrent(sealed))).toBe(false)
    expect(sealer.isCurrent(sealer.seal("x"))).toBe(true)
  })
})
