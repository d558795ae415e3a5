import { describe, expect, it } from "vitest"

import { BadSettings, readSettings } from "./settings.ts"

describe("readSettings", () => {
  it("fills in every default when nothing is set", () => {
    const settings = readSettings({})

    expect(settings).toMatchObject({
      LECTERN_HOST: "127.0.0.1",
      LECTERN_PORT: 3000,
      LECTERN_DATA_DIR: "./data",
      LECTERN_PRIVATE_NETWORKS: [],
    })
    expect(settings.LECTERN_API_KEY).toBeUndefined()
  })

  it("takes an alias only where the name itself is absent or empty", () => {
    expect(readSettings({ PORT: "4000" }).LECTERN_PORT).toBe(4000)
    expect(readSettings({ PORT: "4000", LECTERN_PORT: "5000" }).LECTERN_PORT).toBe(5000)
    expect(readSettings({ PORT: "4000", LECTERN_PORT: "" }).LECTERN_PORT).toBe(4000)
  })

  it("names every wrong setting at once", () => {
    const read = () =>
      readSettings({ LECTERN_PORT: "x", LECTERN_BOOTSTRAP_KEY: "short", LECTERN_PRIVATE_NETWORKS: "home" })

    expect(read).toThrow(BadSettings)
    expect(read).toThrow(
      /LECTERN_PORT[^]*LECTERN_BOOTSTRAP_KEY[^]*LECTERN_PRIVATE_NETWORKS|LECTERN_BOOTSTRAP_KEY[^]*LECTERN_PRIVATE_NETWORKS/,
    )
  })

  it("splits the list of private networks", () => {
    expect(readSettings({ LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8, 10.0.0.0/8" }).LECTERN_PRIVATE_NETWORKS).toEqual([
      "127.0.0.0/8",
      "10.0.0.0/8",
    ])
  })
})
