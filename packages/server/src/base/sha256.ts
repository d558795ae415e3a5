import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"

/** Files are read in parts of this size, so that hashing a large one never blocks the event loop for more than about 1 ms. */
const PART_BYTES = 1 << 20

/** Computes the SHA-256 hash of bytes, or of a text in UTF-8, in hexadecimal. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex")
}

/** Computes the SHA-256 hash of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  return hashParts(createReadStream(path, { highWaterMark: PART_BYTES }))
}

/** Computes the SHA-256 hash of bytes that arrive in parts, in hexadecimal. */
export async function hashParts(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256")
  for await (const part of parts) hash.update(part)
  return hash.digest("hex")
}
