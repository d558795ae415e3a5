import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readEventStream, type StreamEvent } from "./read-event-stream.ts"

async function readAll(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(chunk)
      }
      controller.close()
    },
  })
  for await (const event of readEventStream(body)) {
    events.push(event)
  }
  return events
}

const encode = (text: string) => new TextEncoder().encode(text)

describe("readEventStream", () => {
  it("reads names, joins data lines and skips comments and unknown fields", async () => {
    const events = await readAll([
      encode(": hello\n\nid: 7\nevent: job\ndata: a\ndata:b\n\ndata: c\r\n\r\nevent: end\n\n"),
    ])

    expect(events).toEqual([
      { event: "job", text: "a\nb" },
      { event: "message", text: "c" },
    ])
  })

  it("drops an incomplete event at the end of the stream", async () => {
    expect(await readAll([encode("data: whole\n\ndata: half\n")])).toEqual([{ event: "message", text: "whole" }])
  })

  it("throws when the lines of one event are too large together, even if the event never ends", async () => {
    const line = encode(`data: ${"x".repeat(2 ** 20)}\n`)

    await expect(readAll([line, line, line, line, line])).rejects.toThrow(RangeError)
  })

  it("reads a stream of any size whose events are small", async () => {
    const event = encode(`data: ${"x".repeat(2 ** 20)}\n\n`)

    expect(await readAll([event, event, event, event, event])).toHaveLength(5)
  })

  it("returns the same events no matter how the bytes are split", async () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, ""))
    const events = fc.array(
      fc.record({ event: fc.constantFrom("job", "log", "end"), lines: fc.array(line, { minLength: 1 }) }),
    )
    await fc.assert(
      fc.asyncProperty(
        events,
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 9 }),
        async (given, newline, size) => {
          const text = given.map(({ event, lines }) =>
            [`event: ${event}`, ...lines.map((one) => `data: ${one}`), "", ""].join(newline),
          )
          const bytes = encode(text.join(""))
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.slice(at * size, (at + 1) * size),
          )

          // A CR at the very end waits for its LF, so the last event may still be open there.
          const closed = newline === "\r" ? [...chunks, encode("\n")] : chunks
          expect(await readAll(closed)).toEqual(given.map(({ event, lines }) => ({ event, text: lines.join("\n") })))
        },
      ),
      { numRuns: 100 },
    )
  })
})
