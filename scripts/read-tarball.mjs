// Reads the files of an npm tarball. Plain Node, because it runs before anything is installed, and a system may lack
// tar.
import { gunzipSync } from "node:zlib"

const BLOCK_BYTES = 512

/** A text field of a header ends at its first zero byte. */
const textAt = (tar, from, length) => tar.toString("utf8", from, from + length).replace(/\0[\s\S]*$/, "")

/**
 * Yields the files of a tarball. Links, folders and paths that lead out of the package are skipped.
 *
 * @param {Buffer} tarball as served by a registry.
 * @returns path inside the package, with `/`, and content; the bytes are a view of the unpacked tarball.
 */
export function* readTarball(tarball) {
  const tar = gunzipSync(tarball)
  let longPath
  for (let at = 0; at + BLOCK_BYTES <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    const type = textAt(tar, at + 156, 1)
    const prefix = textAt(tar, at + 345, 155)
    const name = textAt(tar, at, 100)
    const bytes = tar.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size)
    at += BLOCK_BYTES * (1 + Math.ceil(size / BLOCK_BYTES))
    if (type === "x") {
      longPath = /\d+ path=([^\n]+)\n/.exec(bytes.toString("utf8"))?.[1]
      continue
    }
    const path = (longPath ?? (prefix === "" ? name : `${prefix}/${name}`)).replace(/^[^/]+\//, "")
    longPath = undefined
    const isFile = type === "0" || type === ""
    if (isFile && !path.split("/").includes("..")) yield { path, bytes }
  }
}
