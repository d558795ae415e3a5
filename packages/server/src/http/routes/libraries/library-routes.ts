import type { LibraryParams } from "@lectern/contract"
import { addVersion } from "../../../service/libraries/add/add-version.ts"
import { previewScope } from "../../../service/libraries/preview/preview-scope.ts"
import { deleteVersion } from "../../../service/libraries/delete-version.ts"
import { deleteLibrary } from "../../../service/libraries/delete-library.ts"
import { exportLibrary } from "../../../service/portable/export-library.ts"
import { listLibraries } from "../../../service/libraries/list-libraries.ts"
import { readBenchmark } from "../../../service/libraries/read-benchmark.ts"
import { readLibrary } from "../../../service/libraries/read-library.ts"
import { refreshLibrary } from "../../../service/libraries/refresh-library.ts"
import { updateLibrary } from "../../../service/libraries/update-library.ts"
import { deleteQuestion, listQuestions, reportAnswer } from "../../../service/questions/questions.ts"
import { listSnippetPages } from "../../../service/contents/list-snippet-pages.ts"
import { listSnippets } from "../../../service/contents/list-snippets.ts"
import { readVersion } from "../../../service/contents/read-version.ts"
import { listPages } from "../../../service/usage/list-pages.ts"
import { readMetrics } from "../../../service/usage/read-metrics.ts"
import { transferTimeMs } from "../../hooks/handling-time.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { whileConnected } from "../../serving/while-connected.ts"
import { serve, type OperationHandler } from "../../serving/serve.ts"

/** Serves reading, changing, refreshing, exporting and deleting libraries. */
export function registerLibraryRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "listLibraries", ({ caller, query }) => listLibraries(context, caller, query))
  serve(app, "getMetrics", ({ caller, query }) => readMetrics(context, caller, query))
  serve(app, "getLibrary", ({ caller, params }) => readLibrary(context, caller, { libraryId: idOf(params) }))
  serve(app, "getBenchmark", ({ caller, params }) => readBenchmark(context, caller, { libraryId: idOf(params) }))
  serve(app, "updateLibrary", ({ caller, params, body }) =>
    updateLibrary(context, caller, { ...body, libraryId: idOf(params) }),
  )
  serve(app, "deleteLibrary", ({ caller, params }) => deleteLibrary(context, caller, { libraryId: idOf(params) }))
  serve(app, "refreshLibrary", ({ caller, body }) => refreshLibrary(context, caller, body))
  serve(app, "addVersion", ({ caller, params, body }) =>
    addVersion(context, caller, { libraryId: idOf(params), tag: body.tag }),
  )
  serve(app, "reportAnswer", ({ caller, params, body }) =>
    reportAnswer(context, caller, { ...body, libraryId: idOf(params) }),
  )
  serve(app, "listQuestions", ({ caller, params, query }) =>
    listQuestions(context, caller, { ...query, libraryId: idOf(params) }),
  )
  serve(app, "listPages", ({ caller, params, query }) =>
    listPages(context, caller, { ...query, libraryId: idOf(params) }),
  )
  serve(app, "listSnippets", ({ caller, params, query }) =>
    listSnippets(context, caller, { ...query, libraryId: idOf(params) }),
  )
  serve(app, "getVersion", ({ caller, params }) =>
    readVersion(context, caller, { libraryId: idOf(params), tag: params.tag }),
  )
  serve(app, "listSnippetPages", ({ caller, params, query }) =>
    listSnippetPages(context, caller, { ...query, libraryId: idOf(params) }),
  )
  serve(app, "deleteQuestion", ({ caller, params }) =>
    deleteQuestion(context, caller, { libraryId: idOf(params), questionId: params.questionId }),
  )
  serve(app, "deleteVersion", async ({ caller, params }) => {
    await deleteVersion(context, caller, { libraryId: idOf(params), tag: params.tag })
    return { message: `version ${params.tag} of ${idOf(params)} deleted` }
  })
  serve(app, "previewScope", ({ caller, params, body }, reply) =>
    previewScope(context, caller, { ...body, libraryId: idOf(params), signal: whileConnected(reply) }),
  )
  serve(app, "applyManifest", async ({ caller, body }) => {
    // Loaded on demand, because few instances have an instance config.
    const { applyInstanceConfig } = await import("../../../service/instance-config/apply-instance-config.ts")
    return await applyInstanceConfig(context, caller, body)
  })
  const exportBundle: OperationHandler<"exportLibrary"> = async ({ caller, params }, reply) => {
    const { fileName, stream } = await exportLibrary(context, caller, { libraryId: idOf(params) })
    reply.header("content-disposition", `attachment; filename="${fileName}"`)
    return reply.type("application/zip").send(stream)
  }
  serve(app, "exportLibrary", exportBundle, {
    handlerTimeout: transferTimeMs(context.settings),
    exposeHeadRoute: false,
  })
}

function idOf({ owner, repo }: LibraryParams): string {
  return `/${owner}/${repo}`
}
