import { describe, expect, it } from "vitest"
import { networkOf, plainAddress } from "./client-address.ts"

describe("the address of a client", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["192.0.2.7:50123", "192.0.2.7"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["_hidden", "unknown"],
    ["", "unknown"],
    [undefined, "unknown"],
  ])("%s is %s", (text, plain) => {
    expect(plainAddress(text)).toBe(plain)
  })

  it("counts as its network of 64 bits in IPv6, as itself in IPv4", () => {
    expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64")
    expect(networkOf("2001:db8:1:2::")).toBe("2001:db8:1:2::/64")
    expect(networkOf("192.0.2.7")).toBe("192.0.2.7")
    expect(networkOf("unknown")).toBe("unknown")
  })
})
