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

  export default class S3rver {
    readonly httpServer: Server
    constructor(options: S3rverOptions)
    run(): Promise<AddressInfo>
  }
}
