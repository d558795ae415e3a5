import { PassThrough, Writable } from "node:stream"
import { describe, expect, it } from "vitest"
import { flushOutput, openTerminal } from "./terminal.ts"

/** Opens a terminal whose output is collected. */
function collect(environment: Record<string, string> = {}) {
  const chunks = { out: "", err: "" }
  const sink = (name: "out" | "err") =>
    Object.assign(
      new Writable({
        write(chunk, _, done) {
          chunks[name] += String(chunk)
          done()
        },
      }),
      { isTTY: true, columns: 80 },
    )
  const io = { stdin: new PassThrough(), stdout: sink("out"), stderr: sink("err"), environment }
  return { chunks, io, terminal: openTerminal(io as never, false) }
}

const HOSTILE = "Esc\u001B]0;pwned\u0007 [2J\u001B[2J\u009B2J\u001B]52;c;cHduZWQ=\u0007\r\u0008"

describe("the output of a command", () => {
  it("removes control sequences from titles and messages", async () => {
    const { chunks, io, terminal } = collect()

    terminal.print(HOSTILE)
    terminal.note(HOSTILE)
    await flushOutput(io as never)

    expect(chunks.out).toBe("Esc]0;pwned [2J[2J2J]52;c;cHduZWQ=\n")
    expect(chunks.err).toBe(chunks.out)
  })

  it("keeps its own styles, tabs and line endings", async () => {
    const { chunks, io, terminal } = collect()

    terminal.print(`${terminal.style("bold", "a")}\tb\nc`)
    await flushOutput(io as never)

    expect(chunks.out).toBe("\u001B[1ma\u001B[0m\tb\nc\n")
  })

  it("removes colours from titles and messages, and text that looks like its own style markers", async () => {
    const { chunks, io, terminal } = collect()
    const styled = terminal.style("red", "x")

    terminal.print("\u001B[31mred\u001B[0m \u001B[2mdim\uFDD0\uE000\uE001\uE002\uE003\uE004\uE00531\uFDD1!")
    terminal.print(styled.slice(0, -3))
    terminal.draw("\r\u001B[2K\u001B[31mfile\u009B2J")
    await flushOutput(io as never)

    expect(chunks.out).toBe("red dim!\n\u001B[31mx\n")
    expect(chunks.err).toBe("\r\u001B[2Kfile2J")
  })

  it("escapes all control characters in JSON", async () => {
    const { chunks, io } = collect()
    const document = { title: HOSTILE }

    openTerminal(io as never, true).printJson(document)
    await flushOutput(io as never)

    expect(chunks.out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
    expect(JSON.parse(chunks.out)).toEqual(document)
  })

  it("removes styles if colours are not supported", async () => {
    const { chunks, io, terminal } = collect({ NO_COLOR: "1" })

    terminal.print("\u001B[31mred")
    await flushOutput(io as never)

    expect(chunks.out).toBe("red\n")
  })
})
