import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isInNetwork, makeAddressRules } from "./address-rules.ts"

describe("address rules", () => {
  const rules = makeAddressRules()

  it.each(["8.8.8.8", "140.82.112.3", "2606:50c0:8000::153", "[2001:4860:4860::8888]", "::ffff:8.8.8.8"])(
    "allows the public address %s",
    (address) => {
      expect(rules.isAllowed(address)).toBe(true)
    },
  )

  it.each([
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
    "[::ffff:127.0.0.1]",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "2606:50c0:8000::153%eth0",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:db8::1",
    "100::1",
    "ff02::1",
    "example.com",
    "",
    "1.2.3.4.5",
    "999.1.1.1",
    "4000::1",
    "[2001:4860:4860::8888",
    "2001:4860:4860::8888]",
    "x2001:4860:4860::8888]",
  ])("refuses %s", (address) => {
    expect(rules.isAllowed(address)).toBe(false)
  })

  it("allows private addresses only inside the networks it is given", () => {
    const open = makeAddressRules(["127.0.0.0/8", "fd00::/8", "::ffff:10.0.0.0/104"])

    expect(["127.9.9.9", "::ffff:127.0.0.1", "fd12::1", "10.0.0.1"].map((address) => open.isAllowed(address))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(["192.168.0.1", "::1", "fc00::1"].map((address) => open.isAllowed(address))).toEqual([false, false, false])
  })

  it("takes networks with spaces around them, and IPv4 written as IPv6 from 96 bits on", () => {
    const isOpen = (network: string) => makeAddressRules([network]).isAllowed("10.0.0.1")

    expect([" 10.0.0.0/8 ", "::ffff:0:0/96", "::ffff:0:0/95"].map(isOpen)).toEqual([true, true, false])
  })

  it("tells whether an address is in a network, and that nothing invalid is", () => {
    expect(isInNetwork("10.1.2.3", "10.0.0.0/8")).toBe(true)
    expect(isInNetwork("11.1.2.3", "10.0.0.0/8")).toBe(false)
    expect(isInNetwork("docs.example", "10.0.0.0/8")).toBe(false)
    expect(isInNetwork("docs.example", "fd00::/8")).toBe(false)
    expect(isInNetwork("10.1.2.3", "10.0.0.0")).toBe(false)
  })

  it("says which network is not a CIDR", () => {
    expect(() => makeAddressRules(["10.0.0.0"])).toThrow('"10.0.0.0" is not a network in CIDR notation')
  })

  it("never allows an address of a private IPv4 network however it is written", () => {
    fc.assert(
      fc.property(fc.nat(0xffffff), fc.constantFrom(10, 127, 0), (host, network) => {
        const value = network * 2 ** 24 + host
        const hex = value.toString(16).padStart(8, "0")
        const spellings = [
          String(value),
          `0x${hex}`,
          `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`,
          `64:ff9b::${hex.slice(0, 4)}:${hex.slice(4)}`,
        ]
        expect(spellings.filter((spelling) => rules.isAllowed(spelling))).toEqual([])
      }),
    )
  })

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => typeof rules.isAllowed(text) === "boolean"))
  })
})
