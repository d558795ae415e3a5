import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { deflateSync } from "node:zlib"

/** A git host that responds to every fetch with the same pack. */
export interface BombHost {
  /** Address of the repository. */
  readonly url: string
  /** Size of the pack in bytes. */
  readonly packBytes: number
  close(): Promise<void>
}

const BASE_BYTES = 1 << 16
/** An instruction copies at most 64 kB: one byte with length 0, which means 64 kB. */
const COPY_BASE = Buffer.from([0x80])
const TYPES = { commit: 1, tree: 2, blob: 3, delta: 7 } as const

/**
 * Serves a repository whose only page is a blob of zeros, sent as a delta of a few kilobytes.
 *
 * @param blobBytes a multiple of 64 kB.
 */
export async function openBombHost(blobBytes: number): Promise<BombHost> {
  const { commit, pack } = bombPack(blobBytes)
  const advertised = `${commit} HEAD\0shallow agent=bomb symref=HEAD:refs/heads/main\n`
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("latin1").on("data", (text: string) => (body += text))
    request.on("end", () => {
      if (request.method === "GET") {
        response.setHeader("content-type", "application/x-git-upload-pack-advertisement")
        const branch = line(`${commit} refs/heads/main\n`)
        return void response.end(`${line("# service=git-upload-pack\n")}0000${line(advertised)}${branch}0000`)
      }
      response.setHeader("content-type", "application/x-git-upload-pack-result")
      response.write(`${line(`shallow ${commit}\n`)}0000`)
      // The first request asks only for the shallow boundary.
      if (!body.endsWith("0009done\n")) return void response.end()
      response.write(line("NAK\n"))
      response.end(pack)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/evil/bomb.git`,
    packBytes: pack.byteLength,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function bombPack(blobBytes: number): { readonly commit: string; readonly pack: Buffer } {
  const base = Buffer.alloc(BASE_BYTES)
  const baseId = idOf("blob", base)
  const copies = Buffer.alloc(blobBytes / BASE_BYTES, COPY_BASE)
  const delta = Buffer.concat([sizeOf(BASE_BYTES), sizeOf(blobBytes), copies])
  const hash = createHash("sha1").update(`blob ${blobBytes}\0`)
  for (let at = 0; at < blobBytes; at += BASE_BYTES) hash.update(base)
  const entry = (name: string, id: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(id, "hex")])
  const tree = Buffer.concat([entry("base.md", baseId), entry("guide.md", hash.digest("hex"))])
  const person = "Docs <docs@example.com> 1760000000 +0000"
  const commit = Buffer.from(`tree ${idOf("tree", tree)}\nauthor ${person}\ncommitter ${person}\n\nwords\n`)
  const head = Buffer.from("PACK\0\0\0\u0002\0\0\0\u0004", "latin1")
  const body = Buffer.concat([
    head,
    packed(TYPES.commit, commit),
    packed(TYPES.tree, tree),
    packed(TYPES.blob, base),
    packed(TYPES.delta, delta, Buffer.from(baseId, "hex")),
  ])
  const pack = Buffer.concat([body, createHash("sha1").update(body).digest()])
  return { commit: idOf("commit", commit), pack }
}

/** Encodes an object of a pack: type and size, the base of a delta, compressed contents. */
function packed(type: number, contents: Buffer, base: Buffer = Buffer.alloc(0)): Buffer {
  const head: number[] = []
  let byte = (type << 4) | (contents.length & 0x0f)
  for (let rest = contents.length >> 4; rest > 0; rest >>= 7) {
    head.push(byte | 0x80)
    byte = rest & 0x7f
  }
  return Buffer.concat([Buffer.from([...head, byte]), base, deflateSync(contents, { level: 9 })])
}

/** Encodes a size in a delta: 7 bits per byte, lowest bits first. */
function sizeOf(size: number): Buffer {
  const bytes: number[] = []
  let rest = size
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}

function idOf(type: string, contents: Buffer): string {
  return createHash("sha1").update(`${type} ${contents.length}\0`).update(contents).digest("hex")
}

function line(text: string): string {
  return (text.length + 4).toString(16).padStart(4, "0") + text
}
