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

  it("reads the proxies of the environment in both letter cases", () => {
    const settings = readSettings({
      HTTP_PROXY: "http://upper.example:8080",
      https_proxy: "lower.example:8080",
      HTTPS_PROXY: "http://upper.example:8080",
      no_proxy: "localhost, .corp.example,10.0.0.0/8",
    })

    expect(settings).toMatchObject({
      LECTERN_HTTP_PROXY: "http://upper.example:8080",
      LECTERN_HTTPS_PROXY: "http://lower.example:8080",
      LECTERN_NO_PROXY: ["localhost", ".corp.example", "10.0.0.0/8"],
      LECTERN_PROXY_DNS: "server",
    })
    expect(readSettings({ HTTP_PROXY: "a.example", LECTERN_HTTP_PROXY: "http://b.example" })).toMatchObject({
      LECTERN_HTTP_PROXY: "http://b.example",
    })
  })

  it.each(["socks5://otter:secret@a.example", "http://otter:secret@a.example/path", "http://otter:secret%@a.example"])(
    "refuses %s as a proxy without repeating its password",
    (address) => {
      const read = () => readSettings({ HTTPS_PROXY: address })

      expect(read).toThrow(/LECTERN_HTTPS_PROXY: must be an address/)
      expect(read).not.toThrow(/secret/)
    },
  )
})
