import { ApiError, LecternClient, RequestTimedOut, ServerUnreachable } from "@lectern/client"
import {
  type AddLibraryResponse,
  type AddressKind,
  describeProblems,
  type DocumentationSource,
} from "@lectern/contract"

/**
 * Answers tool calls from a server, through its HTTP API.
 *
 * @param signal aborted when the agent cancels the call.
 * @param report receives unexpected errors, which the agent does not see.
 */
export function clientBackend(
  client: LecternClient,
  signal: AbortSignal,
  report: (message: string) => void,
): DocumentationSource {
  const options = { signal }
  return {
    searchLibraries: (query) => client.searchLibraries(query, options),
    readContext: ({ type: _type, ...query }) => client.readContextText(query, options),
    searchDocumentation: ({ type: _type, ...query }) => client.searchDocumentationText(query, options),
    addLibrary: (kind, address) => addByAddress(client, kind, { address, signal }),
    refreshLibrary: (libraryName) => client.refreshLibrary({ libraryName }, options),
    newestJob: async (libraryId) => (await client.listJobs({ libraryId, limit: 1 }, options)).jobs[0],
    libraryProblems: async (libraryId) => describeProblems(await client.getLibrary(libraryId, options)),
    explainFailure: (thrown) => explainFailure(thrown, report),
  }
}

function addByAddress(
  client: LecternClient,
  kind: AddressKind,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<AddLibraryResponse> {
  switch (kind) {
    case "git":
      return client.addRepository({ docsRepoUrl: address }, { signal })
    case "website":
      return client.addWebsite({ websiteUrl: address }, { signal })
    case "llmstxt":
      return client.addLlmsTxt({ llmstxtUrl: address }, { signal })
    case "openapi":
      return client.addOpenApi({ openApiUrl: address }, { signal })
  }
}

function explainFailure(thrown: unknown, report: (message: string) => void): string | undefined {
  if (thrown instanceof ApiError) {
    return explainAnswer(thrown)
  }
  if (thrown instanceof ServerUnreachable) {
    return `${thrown.message}. Tell the user that the Lectern server is not running or that LECTERN_URL names another one`
  }
  if (thrown instanceof RequestTimedOut) {
    return `${thrown.message}: try again in a moment`
  }
  report(thrown instanceof Error ? thrown.message : String(thrown))
  return undefined
}

function explainAnswer(error: ApiError): string {
  const { redirectUrl, retryAfterSeconds, message } = error
  if (error.code === "invalid_api_key") {
    return `${message}. Tell the user to check LECTERN_API_KEY of this MCP server`
  }
  if (redirectUrl !== undefined && !message.includes(redirectUrl)) {
    return `${message}; use the library ID ${redirectUrl}`
  }
  return retryAfterSeconds === undefined ? message : `${message}; try again in ${retryAfterSeconds} s`
}
