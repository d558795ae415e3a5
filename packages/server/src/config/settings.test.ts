import { describe, expect, it } from "vitest"

import { BadSettings, checkSettings, readSettings } from "./settings.ts"

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

  it("names every problem at once with the value and what is allowed, contradictions included, and no secret", () => {
    const { settings, problems } = checkSettings({
      PORT: "x",
      LECTERN_PRIVATE_NETWORKS: "home",
      LECTERN_BOOTSTRAP_KEY: "a secret that is not a key",
      LECTERN_LOG_LEVEL: "loud",
      LECTERN_OIDC_ISSUER: "https://user:word@issuer.example",
      LECTERN_PUBLIC_URL: "ftp://user:word@lectern.example",
      LECTERN_EMBEDDER_KEY: "k",
    })

    expect(settings).toBeUndefined()
    expect(problems.toSorted()).toEqual([
      "LECTERN_BOOTSTRAP_KEY: the value (26 characters, hidden) must be lectern_ followed by at least 32 characters",
      "LECTERN_EMBEDDER_URL: required when LECTERN_EMBEDDER_KEY is set",
      'LECTERN_LOG_LEVEL: "loud" is not valid. Allowed: debug, info, warn, error or silent',
      "LECTERN_OIDC_CLIENT_ID: required when LECTERN_OIDC_ISSUER is set",
      'LECTERN_PORT (from PORT): "x" is not valid. Allowed: a whole number from 0 to 65535',
      'LECTERN_PRIVATE_NETWORKS: "home" must be a list of CIDR ranges. Allowed: CIDR ranges such as 10.0.0.0/8, separated by commas',
      'LECTERN_PUBLIC_URL: "ftp://***@lectern.example" must be an http or https address. Allowed: an http or https URL',
    ])
    expect(() => readSettings({ LECTERN_PORT: "x" })).toThrow(BadSettings)
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

      expect(read).toThrow(/LECTERN_HTTPS_PROXY .* must be an address/)
      expect(read).not.toThrow(/secret/)
    },
  )

  it("reads the pages of git hosts", () => {
    const read = (text: string) => readSettings({ LECTERN_GIT_PAGES: text }).LECTERN_GIT_PAGES

    expect(read("git.example={repository}/tree/{path}?id={commit} b.example=https://b.example/{path}")).toEqual([
      ["git.example", "{repository}/tree/{path}?id={commit}"],
      ["b.example", "https://b.example/{path}"],
    ])
    for (const wrong of [
      "git.example",
      "git.example={repository}",
      "git.example=javascript:{path}",
      "={repository}{path}",
    ]) {
      expect(() => read(wrong)).toThrow(/LECTERN_GIT_PAGES/)
    }
  })
})
