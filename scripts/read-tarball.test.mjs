import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { readTarball } from "./read-tarball.mjs"

const BLOCK_BYTES = 512

/** An entry as tar writes it: a header block, and the content in whole blocks. */
function entry(name, text = "", type = "0", prefix = "") {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name, 0)
  header.write(Buffer.byteLength(text).toString(8).padStart(11, "0"), 124)
  header.write(type, 156)
  header.write(prefix, 345)
  const content = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / BLOCK_BYTES) * BLOCK_BYTES)
  content.write(text)
  return Buffer.concat([header, content])
}

const read = (...entries) =>
  [...readTarball(gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK_BYTES)])))].map(({ path, bytes }) => [
    path,
    bytes.toString("utf8"),
  ])

describe("reading a tarball", () => {
  it("gives every file with its path inside the package", () => {
    const files = read(
      entry("package/package.json", "{}"),
      entry("package/", "", "5"),
      entry("empty.txt", "", "0", "package/deep/folder"),
      entry("package/long.txt", "x".repeat(BLOCK_BYTES + 1)),
    )

    expect(files).toEqual([
      ["package.json", "{}"],
      ["deep/folder/empty.txt", ""],
      ["long.txt", "x".repeat(BLOCK_BYTES + 1)],
    ])
  })

  it("takes long paths from the header before", () => {
    const path = `package/${"folder/".repeat(40)}file.txt`
    const record = ` path=${path}\n`
    const length = record.length + String(record.length + 3).length

    expect(read(entry("PaxHeader", `${length}${record}`, "x"), entry("package/short", "text"))).toEqual([
      [path.replace("package/", ""), "text"],
    ])
  })

  it("leaves out links, and files that would lie outside the package", () => {
    expect(read(entry("package/link", "", "2"), entry("package/../../evil.sh", "rm"), entry("package/a", "a"))).toEqual(
      [["a", "a"]],
    )
  })
})
