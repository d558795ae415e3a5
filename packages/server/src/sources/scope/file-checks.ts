import type { LeftOutReason } from "../base/source-file.ts"
import { sha256Hex } from "../../base/sha256.ts"

const LFS_HEAD = "version https://git-lfs.github.com/spec/v1\n"
/** A pointer has a few lines; a page that quotes one is longer. */
const LFS_MAX_BYTES = 1_024

/**
 * Checks the bytes of a file for content that cannot be parsed.
 *
 * @returns why it is left out, or undefined.
 */
export function unreadableReason(bytes: Uint8Array): LeftOutReason | undefined {
  if (bytes.byteLength === 0) return "empty"
  if (bytes.byteLength > LFS_MAX_BYTES) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")
  if (text.startsWith(LFS_HEAD)) return "lfs_pointer"
  return text.trim() === "" ? "empty" : undefined
}

/** Returns the hash of a file's content (SHA-256, hex). */
export function contentHashOf(bytes: Uint8Array): string {
  return sha256Hex(bytes)
}
