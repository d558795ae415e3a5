import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type ListMultipartUploadsCommandOutput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { isBlobName } from "../blob-store.ts"
import { BlobMissing } from "../errors.ts"
import { explainS3Error, isMissing, isNotSupported } from "./explain-s3-error.ts"
import type { RemoteBlob, RemoteBlobs } from "./remote-blobs.ts"

/** S3 accepts at most this many parts of an upload. */
const MAX_PARTS = 10_000
/** The smallest size that S3 accepts, so that an upload takes at most 20 MB of memory. */
const MIN_PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 4
const CONNECTION_TIMEOUT_MS = 5_000
/** Without a byte for this long, a connection counts as lost. */
const SILENCE_TIMEOUT_MS = 20_000
/** The caller repeats requests as well, for longer. */
const ATTEMPTS = 2
const MAX_CONNECTIONS = 64

/** Where blobs are in an S3-compatible store. */
export interface S3Location {
  readonly bucket: string
  /** Start of all keys; empty, or without a slash at its ends. */
  readonly prefix: string
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined
  readonly region: string
  /** True for `https://host/bucket/key`, false for `https://bucket.host/key`. */
  readonly isPathStyle: boolean
  /** Secure context of TLS connections, with the certificate authorities to trust; that of Node if undefined. */
  readonly trust?: object | undefined
}

/**
 * Opens a remote blob store in an S3-compatible store, with the credentials that the AWS SDK finds: environment variables,
 * `~/.aws`, a web identity token, or the role of the container or machine.
 *
 * @throws {RemoteRefused} if the bucket does not exist or the credentials are missing or rejected.
 * @throws {RemoteUnavailable} if the store does not respond.
 */
export async function openS3Blobs(location: S3Location): Promise<RemoteBlobs> {
  const blobs = new S3Blobs(location)
  try {
    await blobs.check()
  } catch (error) {
    await blobs.close()
    throw error
  }
  return blobs
}

class S3Blobs implements RemoteBlobs {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  constructor({ bucket, prefix, endpoint, region, isPathStyle, trust }: S3Location) {
    this.#bucket = bucket
    this.#prefix = prefix === "" ? "" : `${prefix}/`
    // Documented by the SDK. The warning about coming Node versions is for developers, not for who runs the server.
    process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"
    this.#client = new S3Client({
      region,
      forcePathStyle: isPathStyle,
      // Other stores than Amazon's reject the checksums that the SDK adds by default.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        httpAgent: { maxSockets: MAX_CONNECTIONS },
        httpsAgent: { maxSockets: MAX_CONNECTIONS, secureContext: trust },
      },
      ...(endpoint === undefined ? {} : { endpoint }),
    })
  }

  /** Asks for a name that no blob has: this needs only the right to list, and no page of results. */
  async check(): Promise<void> {
    await this.#explained(() =>
      this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: `${this.#prefix}.check` })),
    )
  }

  async put(hash: string, path: string): Promise<void> {
    const { size } = await stat(path)
    const file = createReadStream(path)
    try {
      const upload = new Upload({
        client: this.#client,
        params: { ...this.#target(hash), Body: file },
        partSize: Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS)),
        queueSize: PARTS_AT_ONCE,
      })
      await this.#explained(() => upload.done())
    } finally {
      file.destroy()
    }
  }

  async read(hash: string): Promise<AsyncIterable<Uint8Array>> {
    const body = await this.#explained(async () => {
      try {
        const found = await this.#client.send(new GetObjectCommand(this.#target(hash)))
        return found.Body
      } catch (error) {
        throw isMissing(error) ? new BlobMissing(hash, { cause: error }) : error
      }
    })
    if (body === undefined) throw new BlobMissing(hash)
    // In Node, the body of a response is a stream of buffers.
    return this.#explainedParts(body as unknown as AsyncIterable<Uint8Array>)
  }

  async has(hash: string): Promise<boolean> {
    return (await this.#storedAtMs(hash)) !== undefined
  }

  async *list(): AsyncIterable<RemoteBlob> {
    const query = { Bucket: this.#bucket, Prefix: this.#prefix }
    for await (const { Contents: objects = [] } of this.#explainedParts(
      paginateListObjectsV2({ client: this.#client }, query),
    )) {
      for (const { Key: key = "", LastModified: storedAt } of objects) {
        const hash = key.slice(key.lastIndexOf("/") + 1)
        if (isBlobName(hash) && storedAt !== undefined) yield { hash, storedAtMs: storedAt.getTime() }
      }
    }
  }

  async removeOlder(hash: string, storedBeforeMs: number): Promise<boolean> {
    const storedAtMs = await this.#storedAtMs(hash)
    if (storedAtMs === undefined || storedAtMs > storedBeforeMs) return false
    await this.#explained(() => this.#client.send(new DeleteObjectCommand(this.#target(hash))))
    return true
  }

  async removeUnfinished(startedBeforeMs: number): Promise<void> {
    await this.#explained(async () => {
      try {
        for await (const { Key, UploadId, Initiated: startedAt } of this.#listUploads()) {
          if (startedAt === undefined || startedAt.getTime() > startedBeforeMs) continue
          await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
        }
      } catch (error) {
        // Some compatible stores do not list uploads, and remove unfinished ones by themselves.
        if (!isNotSupported(error)) throw error
      }
    })
  }

  close(): Promise<void> {
    this.#client.destroy()
    return Promise.resolve()
  }

  async *#listUploads(): AsyncIterable<MultipartUpload> {
    const query = { Bucket: this.#bucket, Prefix: this.#prefix }
    let page: Partial<ListMultipartUploadsCommandOutput> = {}
    do {
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
      page = await this.#client.send(new ListMultipartUploadsCommand({ ...query, KeyMarker, UploadIdMarker }))
      yield* page.Uploads ?? []
    } while (page.IsTruncated === true)
  }

  async #storedAtMs(hash: string): Promise<number | undefined> {
    return this.#explained(async () => {
      try {
        const found = await this.#client.send(new HeadObjectCommand(this.#target(hash)))
        return found.LastModified?.getTime() ?? Date.now()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    })
  }

  /** The folders are those of a blob directory, so that a copy of one is a blob store. */
  #target(hash: string) {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${hash.slice(0, 2)}/${hash}` }
  }

  async #explained<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw explainS3Error(error, this.#bucket)
    }
  }

  async *#explainedParts<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
    try {
      yield* parts
    } catch (error) {
      throw explainS3Error(error, this.#bucket)
    }
  }
}
