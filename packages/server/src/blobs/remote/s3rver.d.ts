/** The part of the S3 server's API that tests use; the package has no types. */
declare module "s3rver" {
  import type { Server } from "node:http"
  import type { AddressInfo } from "node:net"

  interface S3rverOptions {
    readonly address: string
    readonly port: number
    readonly directory: string
    readonly silent: boolean
    readonly allowMismatchedSignatures: boolean
    readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
  }

  export interface S3rverObject {
    readonly bucket: string
    readonly key: string
    readonly content: Uint8Array | AsyncIterable<Uint8Array>
    readonly metadata: object
  }

  export interface S3rverStored {
    readonly size: number
    readonly md5: string
  }

  export interface S3rverStore {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    putObject(object: S3rverObject): Promise<S3rverStored>
    putPart(
      bucket: string,
      uploadId: string,
      partNumber: number,
      content: AsyncIterable<Uint8Array>,
    ): Promise<S3rverStored>
  }

  export default class S3rver {
    readonly httpServer: Server
    readonly store: S3rverStore
    constructor(options: S3rverOptions)
    run(): Promise<AddressInfo>
  }
}
