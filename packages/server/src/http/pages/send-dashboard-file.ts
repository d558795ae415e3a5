import { createReadStream } from "node:fs"
import type { FastifyReply, FastifyRequest } from "fastify"
import { type DashboardFile, type Encoding, encodingNames, ENCODINGS } from "./dashboard-files.ts"

/** File names contain the hash of the content, so a browser never needs to request a file again. */
const CACHE_CONTROL = "public, max-age=31536000, immutable"

/** Sends a file of the dashboard, compressed if the browser supports it. */
export function sendDashboardFile(request: FastifyRequest, reply: FastifyReply, file: DashboardFile): FastifyReply {
  const encoding = chooseEncoding(request.headers["accept-encoding"], file)
  reply.header("cache-control", CACHE_CONTROL).header("vary", "accept-encoding").type(file.contentType)
  if (encoding === undefined) return reply.send(createReadStream(file.url))
  reply.header("content-encoding", encoding)
  return reply.send(createReadStream(new URL(file.url.href + ENCODINGS[encoding])))
}

function chooseEncoding(accepted = "", { encodings }: DashboardFile): Encoding | undefined {
  const words = accepted.split(",").filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
  const names = new Set(words.map((word) => word.split(";", 1).join("").trim().toLowerCase()))
  return encodingNames().find((encoding) => encodings.has(encoding) && names.has(encoding))
}
