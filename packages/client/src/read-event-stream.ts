/** One event of a `text/event-stream`. */
export interface StreamEvent {
  /** `message` if the stream contains no name. */
  readonly event: string
  /** Lines of `data:` joined by line feeds. */
  readonly text: string
}

/** Events of a job are much smaller. */
const MAX_EVENT_CHARACTERS = 4 * 2 ** 20

/**
 * Reads server-sent events from a body. Comments and unknown fields are skipped, an event cut off by the end is dropped.
 *
 * @throws {RangeError} one event is larger than 4 Mi characters.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  let lines: string[] = []
  let linesLength = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        return
      }
      const cut = cutLines(rest + decoder.decode(value, { stream: true }))
      rest = cut.rest
      for (const line of cut.lines) {
        if (line !== "") {
          lines.push(line)
          linesLength += line.length
          checkLength(linesLength)
          continue
        }
        const event = readEvent(lines)
        lines = []
        linesLength = 0
        if (event !== undefined) {
          yield event
        }
      }
      checkLength(linesLength + rest.length)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function checkLength(characters: number): void {
  if (characters > MAX_EVENT_CHARACTERS) {
    throw new RangeError(`an event of the stream is larger than ${MAX_EVENT_CHARACTERS} characters`)
  }
}

/** Lines end with CR LF, LF or CR; a CR at the very end may still be followed by its LF. */
function cutLines(text: string): { lines: string[]; rest: string } {
  const lines = text.split(/\r\n|\n|\r(?!$)/)
  return { rest: lines.pop() ?? "", lines }
}

function readEvent(lines: readonly string[]): StreamEvent | undefined {
  let event = "message"
  const data: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(":")
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "event") {
      event = value
    } else if (field === "data") {
      data.push(value)
    }
  }
  return data.length === 0 ? undefined : { event, text: data.join("\n") }
}
