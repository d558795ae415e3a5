import { readFile } from "node:fs/promises"
import type { Clock } from "../base/clock.ts"
import type { Settings } from "../config/settings.ts"
import type { Outgoing } from "../net/outgoing.ts"
import { createApiEmbedder } from "./api-embedder.ts"
import { createApiReranker } from "./api-reranker.ts"
import { createChatWriter } from "./chat-writer.ts"
import { createChatReranker } from "./chat-reranker.ts"
import type { Embedder } from "./embedder.ts"
import { createLocalEmbedder } from "./local-embedder.ts"
import { openModelEndpoint } from "./model-endpoint.ts"
import type { Reranker } from "./reranker.ts"
import type { Writer } from "./writer.ts"
import { createTableEmbedder, type FindTerms } from "./table-embedder.ts"
import { readTable, TableUnreadable } from "./table-file.ts"

/** The models of an instance; each is optional. */
export interface Models {
  readonly embedder?: Embedder | undefined
  readonly reranker?: Reranker | undefined
  readonly writer?: Writer | undefined
}

/** Dependencies of models. */
export interface ModelDependencies {
  readonly clock: Clock
  /** Proxies and trusted certificates. */
  readonly outgoing: Outgoing
  /** Returns the terms of a text, stemmed as in the index, for a table of word vectors. */
  readonly findTerms: FindTerms
}

/**
 * Creates the models that the settings configure. No server is called yet.
 *
 * @throws {TableUnreadable} if the file of word vectors is missing or damaged.
 */
export async function openModels(settings: Settings, dependencies: ModelDependencies): Promise<Models> {
  const embedder = await openEmbedder(settings, dependencies)
  const reranker = openReranker(settings, dependencies)
  const writer = openWriter(settings, dependencies)
  return {
    embedder,
    reranker,
    writer,
  }
}

async function openEmbedder(
  settings: Settings,
  { clock, outgoing, findTerms }: ModelDependencies,
): Promise<Embedder | undefined> {
  const { LECTERN_EMBEDDER_URL: url, LECTERN_EMBEDDER_TABLE: table, LECTERN_EMBEDDER_LOCAL: local } = settings
  const questionTimeoutMs = settings.LECTERN_EMBEDDER_TIMEOUT_MS
  if (url !== undefined) {
    const {
      LECTERN_EMBEDDER_KEY: key,
      LECTERN_EMBEDDER_MODEL: model,
      LECTERN_EMBEDDER_DIMENSIONS: dimension,
    } = settings
    return createApiEmbedder({
      endpoint: openModelEndpoint({ url, key, model, outgoing }, clock),
      dimension,
      questionTimeoutMs,
    })
  }
  if (table !== undefined) return createTableEmbedder(readTable(await readTableFile(table)), findTerms)
  if (local === undefined) return undefined
  return createLocalEmbedder({ model: local, questionTimeoutMs, importModule: (name) => import(name) })
}

async function readTableFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch {
    throw new TableUnreadable("cannot read the file of LECTERN_EMBEDDER_TABLE")
  }
}

function openWriter(settings: Settings, { clock, outgoing }: ModelDependencies): Writer | undefined {
  const { LECTERN_WRITER_URL: url, LECTERN_WRITER_KEY: key, LECTERN_WRITER_MODEL: model } = settings
  return url === undefined ? undefined : createChatWriter(openModelEndpoint({ url, key, model, outgoing }, clock))
}

function openReranker(settings: Settings, { clock, outgoing }: ModelDependencies): Reranker | undefined {
  const { LECTERN_RERANKER_URL: url, LECTERN_RERANKER_KEY: key, LECTERN_RERANKER_MODEL: model } = settings
  if (url === undefined) return undefined
  const options = {
    endpoint: openModelEndpoint({ url, key, model, outgoing }, clock),
    maxSnippets: settings.LECTERN_RERANKER_PASSAGES,
    timeoutMs: settings.LECTERN_RERANKER_TIMEOUT_MS,
  }
  const kind = settings.LECTERN_RERANKER_KIND
  return kind === "chat" ? createChatReranker(options) : createApiReranker(kind, options)
}
