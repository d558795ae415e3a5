import {
  AddVersionRequest,
  ApplyManifestRequest,
  ApplyManifestResponse,
  DeleteLibraryResponse,
  LibraryBenchmark,
  LibraryParams,
  LibraryRecord,
  MetricsQuery,
  MetricsResponse,
  QueuedResponse,
  RefreshRequest,
  RefreshResponse,
  SearchLibrariesQuery,
  SearchLibrariesResponse,
  UpdateLibraryRequest,
} from "@lectern/contract"
import { addVersion } from "../../service/libraries/add/add-version.ts"
import { deleteLibrary } from "../../service/libraries/delete-library.ts"
import { exportLibrary } from "../../service/portable/export-library.ts"
import { applyInstanceConfig } from "../../service/instance-config/apply-instance-config.ts"
import { readBenchmark } from "../../service/libraries/read-benchmark.ts"
import { readLibrary } from "../../service/libraries/read-library.ts"
import { refreshLibrary } from "../../service/libraries/refresh-library.ts"
import { searchLibraries } from "../../service/libraries/search-libraries.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import { updateLibrary } from "../../service/libraries/update-library.ts"
import { readMetrics } from "../../service/usage/read-metrics.ts"
import { transferTimeMs } from "../handling-time.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves finding, reading, refreshing, exporting and deleting libraries. */
export function registerLibraryRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("searchLibraries")) {
    const schema = { querystring: SearchLibrariesQuery, response: { 200: SearchLibrariesResponse } }
    app.get(url, { schema }, async ({ caller, query }, reply) => {
      const { answer, headers } = await searchLibraries(context, caller, { ...query, fast: query.fast === "true" })
      return reply.headers(headers).send(answer)
    })
  }
  for (const url of addressesOf("getMetrics")) {
    const schema = { querystring: MetricsQuery, response: { 200: MetricsResponse } }
    app.get(url, { schema }, ({ caller, query }) => readMetrics(context, caller, query))
  }
  for (const url of addressesOf("getLibrary")) {
    const schema = { params: LibraryParams, response: { 200: LibraryRecord } }
    app.get(url, { schema }, ({ caller, params }) => readLibrary(context, caller, { libraryId: idOf(params) }))
  }
  for (const url of addressesOf("getBenchmark")) {
    const schema = { params: LibraryParams, response: { 200: LibraryBenchmark } }
    app.get(url, { schema }, ({ caller, params }) => readBenchmark(context, caller, { libraryId: idOf(params) }))
  }
  for (const url of addressesOf("updateLibrary")) {
    const schema = { params: LibraryParams, body: UpdateLibraryRequest, response: { 200: LibraryRecord } }
    app.patch(url, { schema }, ({ caller, params, body }) =>
      updateLibrary(context, caller, { ...body, libraryId: idOf(params) }),
    )
  }
  for (const url of addressesOf("deleteLibrary")) {
    const schema = { params: LibraryParams, response: { 200: DeleteLibraryResponse } }
    app.delete(url, { schema }, ({ caller, params }) => deleteLibrary(context, caller, { libraryId: idOf(params) }))
  }
  for (const url of addressesOf("refreshLibrary")) {
    const schema = { body: RefreshRequest, response: { 200: RefreshResponse } }
    app.post(url, { schema }, ({ caller, body }) => refreshLibrary(context, caller, body))
  }
  for (const url of addressesOf("addVersion")) {
    const schema = { params: LibraryParams, body: AddVersionRequest, response: { 202: QueuedResponse } }
    app.post(url, { schema }, async ({ caller, params, body }, reply) => {
      reply.code(202)
      return await addVersion(context, caller, { libraryId: idOf(params), tag: body.tag })
    })
  }
  for (const url of addressesOf("applyManifest")) {
    const schema = { body: ApplyManifestRequest, response: { 200: ApplyManifestResponse } }
    app.post(url, { schema }, ({ caller, body }) => applyInstanceConfig(context, caller, body))
  }
  for (const url of addressesOf("exportLibrary")) {
    const options = {
      schema: { params: LibraryParams },
      handlerTimeout: transferTimeMs(context.settings),
      exposeHeadRoute: false,
    }
    app.get(url, options, async ({ caller, params }, reply) => {
      const { fileName, stream } = await exportLibrary(context, caller, { libraryId: idOf(params) })
      reply.header("content-disposition", `attachment; filename="${fileName}"`)
      return reply.type("application/zip").send(stream)
    })
  }
}

function idOf({ owner, repo }: LibraryParams): string {
  return `/${owner}/${repo}`
}
