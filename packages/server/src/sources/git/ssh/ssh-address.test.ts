import { describe, expect, it } from "vitest"
import { InvalidInput } from "../../../base/errors.ts"
import { readNewAddress } from "./detect-renamed-repository.ts"
import { isSshAddress, knownHostName, readSshAddress, sshUrlOf } from "./ssh-address.ts"

describe("an ssh address", () => {
  it.each([
    ["git@Git.Example.com:team/docs.git", { user: "git", host: "git.example.com", port: 22, path: "team/docs.git" }],
    ["git@git.example.com:/srv/docs.git", { user: "git", host: "git.example.com", port: 22, path: "/srv/docs.git" }],
    ["ssh://git@h/team/docs.git", { user: "git", host: "h", port: 22, path: "/team/docs.git" }],
    ["ssh://h:2222/a%20b/c", { user: "git", host: "h", port: 2222, path: "/a b/c" }],
    ["ssh://me@[::1]:2222/a/b", { user: "me", host: "[::1]", port: 2222, path: "/a/b" }],
  ])("%s is read", (url, expected) => {
    expect(readSshAddress(url)).toEqual(expected)
  })

  it.each([
    "ssh://-oProxyCommand=x@h/a/b",
    "-x@h:a/b",
    "git@-oProxyCommand=x:a/b",
    "git@h:-upload/b",
    "ssh://h:0/a",
    "ssh://h/%zz",
    "ssh://h/a%0Ab",
    "https://h/a/b",
    "ssh://",
  ])("%s is refused", (url) => {
    expect(() => readSshAddress(url)).toThrow(InvalidInput)
  })

  it.each([
    ["git@h:a/b.git", true],
    ["SSH://h/a", true],
    ["https://git@h/a", false],
    ["C:/a", false],
    ["git@h://a", false],
  ])("%s: %s", (url, expected) => {
    expect(isSshAddress(url)).toBe(expected)
  })

  it("is named in files of known hosts as ssh-keyscan does, and as a URL for readers", () => {
    const [short, long] = [readSshAddress("git@h.example:a b/c.git"), readSshAddress("ssh://x@[::1]:2222/a")]

    expect([knownHostName(short), knownHostName(long)]).toEqual(["h.example", "[::1]:2222"])
    expect([sshUrlOf(short), sshUrlOf(long)]).toEqual(["ssh://git@h.example/a%20b/c.git", "ssh://x@[::1]:2222/a"])
  })
})

describe("the move that a host announces", () => {
  const notice = (address: string) =>
    `remote: Please update:\nremote: \nremote:   git remote set-url origin ${address}\n`

  it.each([
    ["git@h:new/b.git", "git@h:new/b.git"],
    ["ssh://git@h/new/b.git", "ssh://git@h/new/b.git"],
    ["git@elsewhere:new/b.git", undefined],
    ["ssh://git@h:2222/new/b.git", undefined],
    ["https://h/new/b.git", undefined],
    ["git@h:old/b.git", undefined],
  ])("to %s is %s", (address, expected) => {
    expect(readNewAddress(notice(address), "git@h:old/b.git")).toBe(expected)
  })

  it("is undefined for a web address, and without a notice", () => {
    expect(readNewAddress(notice("git@h:new/b.git"), "https://h/old/b.git")).toBeUndefined()
    expect(readNewAddress("", "git@h:old/b.git")).toBeUndefined()
  })
})
