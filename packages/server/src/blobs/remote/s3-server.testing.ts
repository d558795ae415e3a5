import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import S3rver, { type S3rverStore, type S3rverStored } from "s3rver"
import type { RemoteBlobs } from "./remote-blobs.ts"
import { openS3Blobs } from "./s3-blobs.ts"
import type { S3Location } from "./s3-objects.ts"

/** An S3 server on loopback. */
export interface S3Server {
  readonly location: S3Location
  /** Directory with the stored objects. */
  readonly directory: string
  /** Environment variables with credentials that the server accepts. */
  readonly credentials: Readonly<Record<"AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY", string>>
  /** Stops listening and closes all connections; the objects are kept. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
  restart(): Promise<void>
  close(): Promise<void>
}

const BUCKET = "lectern-test"

/** Starts an S3 server with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "lectern-s3-"))
  let server = createServer(directory, 0)
  const { port } = await server.run()

  async function stop(): Promise<void> {
    const { httpServer } = server
    if (!httpServer.listening) return
    const closed = new Promise((resolve) => httpServer.once("close", resolve))
    httpServer.close()
    httpServer.closeAllConnections()
    await closed
  }

  return {
    location: {
      bucket: BUCKET,
      prefix: "some/prefix",
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      isPathStyle: true,
    },
    directory,
    credentials: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
    stop,
    async restart() {
      server = createServer(directory, port)
      await server.run()
    },
    async close() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function createServer(directory: string, port: number): S3rver {
  const server = new S3rver({
    address: "127.0.0.1",
    port,
    directory,
    silent: true,
    // The test server does not calculate version 4 signatures.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  storeAtomically(server.store)
  return server
}

/**
 * Makes the server store objects as S3 does: completely or not at all, and before it responds. By default, it writes
 * directly to the object, and responds before the file is written.
 */
function storeAtomically(store: S3rverStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const stored = await writeWhole(store.getResourcePath(bucket, key, "object"), content)
    await store.putMetadata(bucket, key, metadata, stored.md5)
    return stored
  }
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const path = join(store.getResourcePath(bucket, undefined, "uploads"), uploadId, String(partNumber))
    const stored = await writeWhole(path, content)
    await writeFile(`${path}.md5`, stored.md5)
    return stored
  }
}

async function writeWhole(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<S3rverStored> {
  const unfinished = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true })
  const md5 = createHash("md5")
  let size = 0
  await pipeline(
    Readable.from(content instanceof Uint8Array ? [content] : content),
    async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        md5.update(part)
        size += part.length
        yield part
      }
    },
    createWriteStream(unfinished),
  )
  await rename(unfinished, path)
  return { size, md5: md5.digest("hex") }
}

/** Starts an S3 server and opens a remote blob store in it. */
export async function startS3Remote(): Promise<{ remote: RemoteBlobs; server: S3Server; close(): Promise<void> }> {
  const server = await startS3Server()
  Object.assign(process.env, server.credentials)
  return { remote: await openS3Blobs(server.location), server, close: () => server.close() }
}
