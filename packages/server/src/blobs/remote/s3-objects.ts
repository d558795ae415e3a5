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
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { explainS3Error, isConditionFailed, isMissing, isNotSupported } from "./explain-s3-error.ts"

/** Maximum number of parts of an upload in S3. */
const MAX_PARTS = 10_000
/** The smallest part that S3 accepts, so that an upload takes at most 20 MB of memory. */
const MIN_PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 4
const CONNECTION_TIMEOUT_MS = 5_000
/** A connection without a byte for this long is considered lost. */
const SILENCE_TIMEOUT_MS = 20_000
/** Low, because the caller also retries requests, and for longer. */
const ATTEMPTS = 2
const MAX_CONNECTIONS = 64

/** A folder in an S3-compatible store. */
export interface S3Location {
  readonly bucket: string
  /** Prefix of all keys; empty, or without a slash at either end. */
  readonly prefix: string
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined
  readonly region: string
  /** True for `https://host/bucket/key`, false for `https://bucket.host/key`. */
  readonly isPathStyle: boolean
  /** Node's agents for connections; if undefined, connections are direct and use Node's certificate authorities. */
  readonly agents?: { readonly http: object; readonly https: object } | undefined
}

/** An object in a store. */
export interface StoredObject {
  /** Relative to the prefix of the location. */
  readonly key: string
  /** By the clock of the store. */
  readonly storedAtMs: number
}

/**
 * The objects below a prefix. Keys are relative to it. All methods throw `RemoteUnavailable` if the store does not
 * respond, and `RemoteRefused` if it rejects the configuration.
 */
export class S3Objects {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #prefix: string

  private constructor({ bucket, prefix, endpoint, region, isPathStyle, agents }: S3Location) {
    this.#bucket = bucket
    this.#prefix = prefix === "" ? "" : `${prefix}/`
    // The SDK warns about Node versions that it will stop supporting, but operators of the server cannot act on that
    // warning.
    process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"
    this.#client = new S3Client({
      region,
      forcePathStyle: isPathStyle,
      // Stores other than Amazon S3 reject the checksums that the SDK adds by default.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: ATTEMPTS,
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        httpAgent: agents?.http ?? { maxSockets: MAX_CONNECTIONS },
        httpsAgent: agents?.https ?? { maxSockets: MAX_CONNECTIONS },
      },
      ...(endpoint === undefined ? {} : { endpoint }),
    })
  }

  /**
   * Opens a location with the credentials that the AWS SDK finds: environment variables, `~/.aws`, a web identity token,
   * or the role of the container or machine.
   *
   * @throws {RemoteRefused} if the bucket does not exist or the credentials are missing or rejected.
   * @throws {RemoteUnavailable} if the store does not respond.
   */
  static async open(location: S3Location): Promise<S3Objects> {
    const objects = new S3Objects(location)
    try {
      // Lists a name that no object has: this needs only the permission to list, and returns no objects.
      const query = { Bucket: objects.#bucket, Prefix: `${objects.#prefix}.check` }
      await objects.#explained(() => objects.#client.send(new ListObjectsV2Command(query)))
      return objects
    } catch (error) {
      objects.close()
      throw error
    }
  }

  /** Stores a file. The object appears once all bytes are stored durably, and replaces one with the same key. */
  async put(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    const file = createReadStream(path)
    try {
      const upload = new Upload({
        client: this.#client,
        params: { ...this.#target(key), Body: file },
        partSize: Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS)),
        queueSize: PARTS_AT_ONCE,
      })
      await this.#explained(() => upload.done())
    } finally {
      file.destroy()
    }
  }

  async putText(key: string, text: string): Promise<void> {
    await this.#explained(() => this.#client.send(new PutObjectCommand({ ...this.#target(key), Body: text })))
  }

  /**
   * Stores a text unless the object exists. In stores without conditional writes, two concurrent calls can both succeed.
   *
   * @returns false if the object exists.
   */
  async createText(key: string, text: string): Promise<boolean> {
    if ((await this.storedAtMs(key)) !== undefined) return false
    return this.#explained(async () => {
      try {
        await this.#client.send(new PutObjectCommand({ ...this.#target(key), Body: text, IfNoneMatch: "*" }))
        return true
      } catch (error) {
        if (isConditionFailed(error)) return false
        if (!isNotSupported(error)) throw error
      }
      await this.#client.send(new PutObjectCommand({ ...this.#target(key), Body: text }))
      return true
    })
  }

  /** Returns the bytes in parts; undefined if the object does not exist. */
  async read(key: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const body = await this.#explained(async () => {
      try {
        const found = await this.#client.send(new GetObjectCommand(this.#target(key)))
        return found.Body
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    })
    // In Node, the body of a response is a stream of buffers.
    return body === undefined ? undefined : this.#explainedParts(body as unknown as AsyncIterable<Uint8Array>)
  }

  /** Returns when an object was stored, by the clock of the store; undefined if it does not exist. */
  async storedAtMs(key: string): Promise<number | undefined> {
    return this.#explained(async () => {
      try {
        const found = await this.#client.send(new HeadObjectCommand(this.#target(key)))
        return found.LastModified?.getTime() ?? Date.now()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    })
  }

  /** Lists all objects whose key starts with a text, in no particular order. */
  async *list(start = ""): AsyncIterable<StoredObject> {
    const query = { Bucket: this.#bucket, Prefix: this.#prefix + start }
    const pages = this.#explainedParts(paginateListObjectsV2({ client: this.#client }, query))
    for await (const { Contents: objects = [] } of pages) {
      for (const { Key: key, LastModified: storedAt } of objects) {
        if (key !== undefined && storedAt !== undefined)
          yield { key: key.slice(this.#prefix.length), storedAtMs: storedAt.getTime() }
      }
    }
  }

  /** Lists the names that keys have before their first slash. */
  async listFolders(): Promise<readonly string[]> {
    const query = { Bucket: this.#bucket, Prefix: this.#prefix, Delimiter: "/" }
    const names: string[] = []
    const pages = this.#explainedParts(paginateListObjectsV2({ client: this.#client }, query))
    for await (const { CommonPrefixes: folders = [] } of pages) {
      for (const { Prefix: folder } of folders) names.push(folder?.slice(this.#prefix.length, -1) ?? "")
    }
    return names
  }

  async remove(key: string): Promise<void> {
    await this.#explained(() => this.#client.send(new DeleteObjectCommand(this.#target(key))))
  }

  /** Removes the remains of uploads that began before a time and were never completed. */
  async removeUnfinished(startedBeforeMs: number): Promise<void> {
    await this.#explained(async () => {
      try {
        for await (const { Key, UploadId, Initiated: startedAt } of this.#listUploads()) {
          if (startedAt === undefined || startedAt.getTime() > startedBeforeMs) continue
          await this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
        }
      } catch (error) {
        // Some compatible stores do not list uploads, and remove unfinished ones automatically.
        if (!isNotSupported(error)) throw error
      }
    })
  }

  close(): void {
    this.#client.destroy()
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

  #target(key: string) {
    return { Bucket: this.#bucket, Key: this.#prefix + key }
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
