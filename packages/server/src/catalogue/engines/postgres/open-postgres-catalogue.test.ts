import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemClock } from "../../../base/clock.ts"
import { silentLog } from "../../../base/log.ts"
import { type PostgresServer, query, startPostgres } from "../../../base/postgres/postgres-server.testing.ts"
import { aJob, aLibrary } from "../../catalogue.contract.testing.ts"
import { openPostgresCatalogue } from "./open-postgres-catalogue.ts"

const environment = { clock: systemClock, log: silentLog }
let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

async function migrated() {
  const databaseUrl = await server.createDatabase()
  const catalogue = await openPostgresCatalogue(databaseUrl, environment)
  await catalogue.migrate()
  return { catalogue, databaseUrl }
}

function changed(databaseUrl: string, change: (url: URL) => void): string {
  const url = new URL(databaseUrl)
  change(url)
  return url.href
}

describe("a database that cannot be used", () => {
  it("is named without the password, with what to do", async () => {
    const databaseUrl = await server.createDatabase()
    const wrongPassword = changed(databaseUrl, (url) => (url.password = "wrong-secret"))
    const unknownName = changed(databaseUrl, (url) => (url.pathname = "/nowhere"))

    const refusal = await openPostgresCatalogue(wrongPassword, environment).catch(String)
    expect(refusal).toMatch(
      /the database 127\.0\.0\.1:\d+\/lectern_\d+ rejects the password: check the user and the password/,
    )
    expect(refusal).not.toContain("wrong-secret")
    await expect(openPostgresCatalogue(unknownName, environment)).rejects.toThrow("/nowhere does not exist: create it")
  })

  it("is named when the user has too few rights", async () => {
    const databaseUrl = await server.createDatabase()
    await query(server.port, "create role reader login password 'for-tests'")
    const asReader = changed(databaseUrl, (url) => (url.username = "reader"))
    const catalogue = await openPostgresCatalogue(asReader, environment)
    try {
      await expect(catalogue.migrate()).rejects.toThrow("does not give the user enough permissions")
    } finally {
      await catalogue.close()
    }
  })

  it("is refused when it can only be read, such as a replica", async () => {
    const databaseUrl = await server.createDatabase()
    await query(
      server.port,
      `alter database ${new URL(databaseUrl).pathname.slice(1)} set default_transaction_read_only = on`,
    )

    const catalogue = await openPostgresCatalogue(databaseUrl, environment)
    try {
      await expect(catalogue.migrate()).rejects.toThrow("is read-only, for example a replica: use the primary server")
    } finally {
      await catalogue.close()
    }
  })

  it("is refused when it has another encoding than UTF-8", async () => {
    await query(server.port, "create database old template template0 encoding 'LATIN1' locale 'C'")
    const databaseUrl = changed(await server.createDatabase(), (url) => (url.pathname = "/old"))

    await expect(openPostgresCatalogue(databaseUrl, environment)).rejects.toThrow("has the encoding LATIN1")
  })
})

describe("the catalogue in PostgreSQL", () => {
  it("migrates once when several processes start together", async () => {
    const databaseUrl = await server.createDatabase()
    const opened = await Promise.all([1, 2, 3].map(() => openPostgresCatalogue(databaseUrl, environment)))

    await Promise.all(opened.map((catalogue) => catalogue.migrate()))

    expect(await Promise.all(opened.map((catalogue) => catalogue.isReady()))).toEqual([true, true, true])
    await Promise.all(opened.map((catalogue) => catalogue.close()))
  })

  it("sorts by code point, whatever the locale of the database", async () => {
    await query(server.port, "create database located template template0 locale_provider icu icu_locale 'en-US'")
    const databaseUrl = changed(await server.createDatabase(), (url) => (url.pathname = "/located"))
    const catalogue = await openPostgresCatalogue(databaseUrl, environment)
    await catalogue.migrate()
    const names = ["a", "B", "_", "Z", "é"]
    for (const tenant of names) await catalogue.jobs.add(aJob(null, { kind: "import", tenant }))

    const claimed = []
    for (const _ of names) claimed.push((await catalogue.jobs.claim("w", 15_000))?.tenant)

    expect(claimed).toEqual(["B", "Z", "_", "a", "é"])
    await catalogue.close()
  })

  it("stores a text with a zero character", async () => {
    const { catalogue } = await migrated()

    const added = await catalogue.libraries.add(aLibrary({ title: "Zero\0title" }))

    expect(added?.title).toBe("Zero\ufffdtitle")
    await catalogue.close()
  })

  it("survives a restart of the server: calls wait until it is back", async () => {
    const { catalogue } = await migrated()
    await catalogue.settings.set("name", "value")

    await server.stop()
    expect(await catalogue.isReady()).toBe(false)
    const reading = catalogue.settings.get("name")
    await server.start()

    expect(await reading).toBe("value")
    await catalogue.close()
  }, 60_000)

  it("says that the server cannot be reached, as an error that may pass", async () => {
    const { catalogue, databaseUrl } = await migrated()
    await server.stop()
    try {
      const calling = catalogue.settings.get("name")
      await expect(calling).rejects.toMatchObject({ code: "internal_error", retryable: true })
      await expect(calling).rejects.toThrow(`the database ${new URL(databaseUrl).host}`)
    } finally {
      await server.start()
    }
    await catalogue.close()
  }, 60_000)
})
