import { describe, expect, it } from "vitest"
import { readSettings } from "../config/settings.ts"
import { type StartMessage, startMessage } from "./startup-message.ts"

const messageWith = (
  environment: Record<string, string>,
  { initialPassword, adminName }: Partial<Pick<StartMessage, "initialPassword" | "adminName">> = { adminName: "admin" },
) =>
  startMessage({
    settings: readSettings(environment),
    address: "http://0.0.0.0:3000",
    hasSample: true,
    initialPassword,
    adminName,
  })

describe("the start message", () => {
  it("gives an address that can be opened, and commands that work as they are", () => {
    const message = messageWith({})

    expect(message).toContain("Lectern is running at http://127.0.0.1:3000\n")
    expect(message).toContain("\n  npx lectern admin create-key\n")
    expect(message).not.toContain("password")
  })

  it("says that every request requires a key if LECTERN_API_KEY is set", () => {
    const notice = "\nEvery request requires a key, because LECTERN_API_KEY is set. "

    expect(messageWith({ LECTERN_API_KEY: "a-global-key-of-some-length" })).toContain(notice)
    expect(messageWith({})).not.toContain(notice)
  })

  it("names the data directory where it is not the one that commands use anyway", () => {
    const message = messageWith(
      { LECTERN_DATA_DIR: "/var/lib/my lectern" },
      {
        initialPassword: "some-password",
        adminName: "admin",
      },
    )

    expect(message).toContain('npx lectern admin create-key --data-dir "/var/lib/my lectern"\n')
    expect(message).toContain("The password of the account admin is some-password\n")
    expect(message).toContain('npx lectern admin set-password --data-dir "/var/lib/my lectern"\n')
  })

  it("says where an initial password is that nobody has changed", () => {
    const settings = readSettings({ LECTERN_DATA_DIR: "/var/lib/lectern" })

    const message = startMessage({
      settings,
      address: "http://127.0.0.1:3000",
      hasSample: true,
      hasInitialPassword: true,
      adminName: "admin",
    })

    expect(message).toContain(
      "lib/lectern/initial-password until you change it:\n  npx lectern admin set-password --data-dir /var",
    )
  })

  it("does not ask for a key that exists", () => {
    const message = messageWith({ LECTERN_BOOTSTRAP_KEY: `lectern_${"k".repeat(32)}` })

    expect(message).not.toContain("create-key")
    expect(message).toContain("lectern add https://")
  })

  it("has a hosted instance without accounts create one first, because keys belong to accounts", () => {
    const message = messageWith({ LECTERN_EDITION: "hosted", LECTERN_BOOTSTRAP_KEY: `lectern_${"k".repeat(32)}` }, {})

    expect(message).toContain(
      "\n  LECTERN_EDITION=hosted npx lectern admin create-user operator\n" +
        "  LECTERN_EDITION=hosted npx lectern admin create-key --user operator\n" +
        "  npx lectern add https://",
    )
  })

  it("names the account of the key unless it is admin", () => {
    const message = messageWith({ LECTERN_EDITION: "hosted" }, { adminName: "ann" })

    expect(message).toContain("npx lectern admin create-key --user ann\n")
    expect(message).not.toContain("create-user")
  })
})
