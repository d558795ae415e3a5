import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { BadSettings, readSettings } from "../config/settings.ts"
import { AUTHORITY } from "../net/certificates.testing.ts"
import { openOutgoing } from "./open-outgoing.ts"

it("uses proxies and certificates of the environment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-outgoing-"))
  await writeFile(join(folder, "authority.pem"), AUTHORITY)
  const environment = {
    HTTPS_PROXY: "http://otter:p%40ss@proxy.example:8080",
    NO_PROXY: ".corp.example",
    LECTERN_CA_FILE: join(folder, "authority.pem"),
  }

  const outgoing = openOutgoing(readSettings(environment))
  await rm(folder, { recursive: true })

  const proxy = outgoing.proxyFor(new URL("https://docs.example/"))
  expect(proxy?.url.href).toBe("http://proxy.example:8080/")
  expect(proxy?.authorization).toBe(`Basic ${Buffer.from("otter:p@ss").toString("base64")}`)
  expect(outgoing.proxyFor(new URL("https://git.corp.example/"))).toBeUndefined()
  expect(outgoing.proxyFor(new URL("http://docs.example/"))).toBeUndefined()
  expect(outgoing.trust?.pem).toContain(AUTHORITY.trim())
})

it("names the setting when the certificates cannot be read", () => {
  const settings = readSettings({ LECTERN_CA_FILE: "/nowhere/authority.pem" })

  expect(() => openOutgoing(settings)).toThrow(BadSettings)
  expect(() => openOutgoing(settings)).toThrow(/LECTERN_CA_FILE: cannot read "\/nowhere\/authority.pem"/)
})
