import { ApiError, describeRetry, LecternClient, RequestTimedOut, ServerUnreachable } from "@lectern/client"
import {
  type AddLibraryResponse,
  type AddressKind,
  type AnsweredText,
  describeProblems,
  listSuggestions,
  type DocumentationSource,
  decodeHeaderText,
  SEARCH_HEADERS,
  SEARCH_PARTIAL_REASONS,
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
    readContext: ({ type: _type, ...query }) =>
      withVersion((onHeaders) => client.readContextText(query, { signal, onHeaders })),
    searchDocumentation: ({ type: _type, ...query }) =>
      withVersion((onHeaders) => client.searchDocumentationText(query, { signal, onHeaders })),
    addLibrary: (kind, address) => addByAddress(client, kind, { address, signal }),
    refreshLibrary: (libraryName) => client.refreshLibrary({ libraryName }, options),
    newestJob: async (libraryId) => (await client.listJobs({ libraryId, limit: 1 }, options)).jobs[0],
    libraryProblems: async (libraryId) => {
      const library = await client.getLibrary(libraryId, options)
      return [...describeProblems(library), ...listSuggestions(library)]
    },
    explainFailure: (thrown) => explainFailure(thrown, signal, report),
  }
}

/** Adds what the headers of a text answer say about its version. */
async function withVersion(ask: (onHeaders: (headers: Headers) => void) => Promise<string>): Promise<AnsweredText> {
  let headers = new Headers()
  const text = await ask((received) => (headers = received))
  const reason = headers.get(SEARCH_HEADERS.reason)
  const version = headers.get(SEARCH_HEADERS.version)
  return {
    text,
    servedVersion: version === null ? undefined : decodeHeaderText(version),
    partialReason: SEARCH_PARTIAL_REASONS.find((known) => known === reason),
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

function explainFailure(thrown: unknown, signal: AbortSignal, report: (message: string) => void): string | undefined {
  if (thrown instanceof ApiError) {
    return explainAnswer(thrown)
  }
  if (thrown instanceof ServerUnreachable) {
    return `${thrown.message}. Tell the user that the Lectern server is not running, that LECTERN_URL is wrong, or that a proxy (HTTP_PROXY, NO_PROXY) blocks the connection`
  }
  if (thrown instanceof RequestTimedOut) {
    return `${thrown.message}: try again in a moment`
  }
  // A call that the agent has cancelled is not an error.
  if (!signal.aborted) report(thrown instanceof Error ? thrown.message : String(thrown))
  return undefined
}

function explainAnswer(error: ApiError): string {
  const { redirectUrl, message } = error
  if (error.code === "invalid_api_key") {
    return `${message}. Tell the user to check LECTERN_API_KEY of this MCP server`
  }
  if (redirectUrl !== undefined && !message.includes(redirectUrl)) {
    return `${message}; use the library ID ${redirectUrl}`
  }
  const retry = describeRetry(error)
  return retry === undefined ? message : `${message}; ${retry}`
}
