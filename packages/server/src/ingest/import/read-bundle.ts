import { createReadStream } from "node:fs"
import { createBundleScanner } from "./bundle-scanner.ts"

/**
 * Reads the entries of a bundle one after another, as text. Only one entry, and those in one chunk of the file, are in
 * memory at a time.
 *
 * @param path file of JSON text.
 * @throws {InvalidInput} if the text is not a bundle.
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
