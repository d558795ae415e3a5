import { LibraryParams, VersionParams } from "../libraries/libraries.ts"
import { VersionContents } from "../libraries/version-contents.ts"
import {
  ListSnippetPagesQuery,
  ListSnippetPagesResponse,
  ListSnippetsQuery,
  ListSnippetsResponse,
} from "../libraries/snippets.ts"
import type { Route } from "./route.ts"

/** Routes of what the versions of a library contain: files, pages and snippets. */
export const CONTENT_ROUTES = [
  {
    operationId: "listSnippets",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/snippets",
    summary: "snippets of a library exactly as they are indexed",
    permissions: ["readLibrary"],
    params: LibraryParams,
    query: ListSnippetsQuery,
    status: 200,
    response: ListSnippetsResponse,
  },
  {
    operationId: "listSnippetPages",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/snippets/pages",
    summary: "pages of a library and the size of their snippets",
    permissions: ["readLibrary"],
    params: LibraryParams,
    query: ListSnippetPagesQuery,
    status: 200,
    response: ListSnippetPagesResponse,
  },
  {
    operationId: "getVersion",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/versions/{tag}",
    summary: "an indexed version of a library with its file report and benchmark questions",
    permissions: ["readLibrary"],
    params: VersionParams,
    status: 200,
    response: VersionContents,
  },
] as const satisfies readonly Route[]
