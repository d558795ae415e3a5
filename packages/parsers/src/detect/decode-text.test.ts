import { describe, expect, it } from "vitest"
import { decodeText, isLfsPointer } from "./decode-text.ts"

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array =>
  new Uint8Array(Buffer.from(text, encoding))

describe("decodeText", () => {
  it("drops a byte order mark and folds CR and CRLF to LF", () => {
    expect(decodeText(bytes("\ufeffa\r\nb\rc\n"))).toEqual({ text: "a\nb\nc\n", problems: [] })
  })

  it("reads UTF-16 in both orders, with and without a byte order mark", () => {
    const little = bytes("# Title\n", "utf16le")
    const big = new Uint8Array(Buffer.from("# Title\n", "utf16le").swap16())

    for (const encoded of [
      little,
      big,
      bytes("\ufeff# Title\n", "utf16le"),
      new Uint8Array(Buffer.from("\ufeff# Title\n", "utf16le").swap16()),
    ]) {
      expect(decodeText(encoded)).toEqual({ text: "# Title\n", problems: [] })
    }
  })

  it("repairs invalid UTF-8 and names the line", () => {
    const broken = new Uint8Array([...bytes("é\nok "), 0xff, ...bytes("x")])

    expect(decodeText(broken)).toEqual({
      text: "é\nok x",
      problems: [{ message: "invalid UTF-8: broken characters were removed", line: 2 }],
    })
  })

  it("reads a file without any valid multi-byte character as windows-1252", () => {
    expect(decodeText(bytes("caf\u00e9", "latin1"))).toEqual({
      text: "café",
      problems: [{ message: "not valid UTF-8: decoded as windows-1252", line: 1 }],
    })
  })

  it.each([
    `<html><head><META CHARSET="ISO-8859-1"></head>`,
    `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`,
    `<?xml version="1.0" encoding='latin1'?>`,
    "# Notes\n# -*- coding: latin-1 -*-\n",
    ".. -*- coding: iso-8859-1 -*-\n",
  ])("has no problem with a file that declares its encoding: %s", (declaration) => {
    // Bytes of the last word happen to be a character in UTF-8.
    const text = `${declaration} café Â© naïve`

    expect(decodeText(bytes(text, "latin1"))).toEqual({ text, problems: [] })
  })

  it.each([`<meta charset="utf-8">`, `<meta charset="windows-1251">`, `<meta charset="nonsense">`])(
    "reports a file that declares another encoding than it has: %s",
    (declaration) => {
      expect(decodeText(bytes(`${declaration} café`, "latin1"))).toMatchObject({ problems: [{ line: 1 }] })
    },
  )

  it("reads UTF-8 as such even if the file declares another encoding", () => {
    const text = `<meta charset="iso-8859-1"> café`

    expect(decodeText(bytes(text))).toEqual({ text, problems: [] })
  })

  it.each([
    ["NUL bytes", [80, 75, 3, 4, 0, 0, 1]],
    ["control bytes", [1, 2, 3, 4, 65, 66]],
  ])("takes %s for binary", (_, content) => {
    expect(decodeText(new Uint8Array(content))).toEqual({ binary: true })
  })

  it("reads an empty file as empty text", () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: "", problems: [] })
  })
})

describe("isLfsPointer", () => {
  it("knows a pointer by its first line and its size", () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"

    expect(isLfsPointer(bytes(pointer))).toBe(true)
    expect(isLfsPointer(bytes(pointer + "x".repeat(2_000)))).toBe(false)
    expect(isLfsPointer(bytes("# version"))).toBe(false)
  })
})
