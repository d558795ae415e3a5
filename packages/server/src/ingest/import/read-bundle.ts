import { createReadStream } from "node:fs"
import { createBundleScanner } from "./bundle-scanner.ts"

/**
 * Reads the entries of a bundle one after the other, as their text stands in the file; never holds more than one of them, and
 * those of one piece of the file.
 *
 * @param path file of JSON text.
 * @throws {InvalidInput} when the text is no bundle.
 */
export async function* readBundleEntries(path: string): AsyncGenerator<string> {
  let found: string[] = []
  const scanner = createBundleScanner({ onLibrary: (text) => found.push(text), onMember: () => undefined })
  const decoder = new TextDecoder()
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    scanner.push(decoder.decode(chunk, { stream: true }))
    yield* found
    found = []
  }
  scanner.end()
}
