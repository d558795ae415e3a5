import { countOf } from "@lectern/contract"
import type { SearchResultItem } from "@lectern/contract"
import { html, type Html } from "./html.ts"
import type { PlainQuestion } from "./plain-question.ts"

/** Common values of the pages without JavaScript. */
export interface PlainPageFacts {
  /** Relative URL of the root of the server, empty or ending in a slash. */
  readonly root: string
  /** URL of the server as the user reached it, without a trailing slash. */
  readonly origin: string
  readonly version: string
  /** True if all requests require a key. */
  readonly isClosed: boolean
}

/** The libraries of the instance. */
export interface PlainLibraries {
  readonly libraries: readonly SearchResultItem[]
  readonly totalCount: number
}

/** The content of the start page. */
export interface StartPageContent extends PlainPageFacts, PlainLibraries {
  /** Library and question in the ask form. */
  readonly example: PlainQuestion
}

const NEEDS_SCRIPTS = html`<p>Enable JavaScript for the dashboard. This page works without it.</p>`

/**
 * Renders the body of the start page for browsers without JavaScript: ask a question, list libraries, connect clients.
 */
export function renderPlainStartPage(facts: StartPageContent): Html {
  return renderPlainPage(
    facts,
    html`<section class="lead">
        <h1>Documentation that answers.</h1>
        <p>
          Lectern indexes documentation and answers the questions of people and coding agents with the best snippets,
          their sources, and a token budget.
        </p>
        ${NEEDS_SCRIPTS}
      </section>
      ${renderAsk(facts)} ${renderLibraries(facts)} ${renderConnect(facts)}`,
  )
}

/** Renders the page of a library, with an answer if there is a question, for browsers without JavaScript. */
export function renderPlainLibraryPage(facts: PlainPageFacts & { readonly question: PlainQuestion }): Html {
  const { question } = facts
  return renderPlainPage(
    facts,
    html`<section class="lead">
        <h1>${question.libraryId}</h1>
        ${NEEDS_SCRIPTS}
      </section>
      ${renderAsk({ ...facts, example: question, libraries: [] })}`,
  )
}

/** Renders the list of libraries for browsers without JavaScript. */
export function renderPlainLibrariesPage(facts: PlainPageFacts & PlainLibraries): Html {
  return renderPlainPage(
    facts,
    html`<section class="lead">${NEEDS_SCRIPTS}</section>
      ${renderLibraries(facts)}`,
  )
}

/** Renders instructions for connecting clients, for browsers without JavaScript. */
export function renderPlainConnectPage(facts: PlainPageFacts & { readonly example: PlainQuestion }): Html {
  return renderPlainPage(
    facts,
    html`<section class="lead">${NEEDS_SCRIPTS}</section>
      ${renderConnect(facts)}`,
  )
}

/** Renders a page of the dashboard that has no form without JavaScript. */
export function renderNeedsScripts(facts: PlainPageFacts): Html {
  const { root } = facts
  return renderPlainPage(
    facts,
    html`<section class="lead">
      <h1>This page requires JavaScript</h1>
      <p><a href="${homeOf(root)}">The start page</a> works without it: ask, list the libraries, connect a client.</p>
    </section>`,
  )
}

/** Renders the page for a path that does not exist. */
export function renderPlainNotFound(facts: PlainPageFacts): Html {
  return renderPlainPage(
    facts,
    html`<section class="lead">
      <h1>Page not found</h1>
      <p>Check the address, or go to <a href="${homeOf(facts.root)}">the start page</a>.</p>
    </section>`,
  )
}

/** @returns a relative URL of the start page; an empty one would refer to the current page. */
function homeOf(root: string): string {
  return root === "" ? "./" : root
}

function renderPlainPage({ root, version }: PlainPageFacts, content: Html): Html {
  return html`<header class="top">
      <a class="brand" href="${homeOf(root)}">Lectern</a>
      <nav>
        <a href="${root}libraries">Libraries</a><a href="${root}connect">Connect</a
        ><a href="${root}docs/">Documentation</a><a href="${root}api/docs">API</a>
      </nav>
    </header>
    <main>${content}</main>
    <footer class="quiet">
      Lectern ${version} · <a href="${root}api/docs">API</a> · <a href="${root}api/openapi.json">OpenAPI</a>
    </footer>`
}

type AskContent = PlainPageFacts & Pick<PlainLibraries, "libraries"> & { readonly example: PlainQuestion }

function renderAsk({ root, example, isClosed, libraries }: AskContent): Html {
  const ids = libraries.map(({ id }) => html`<option value="${id}"></option>`)
  const closed = html`<p class="quiet">This instance only answers requests with an API key.</p>`
  return html`<section aria-labelledby="ask-title">
    <h2 id="ask-title">Ask</h2>
    <form action="${root}api/v2/context" method="get" class="ask">
      <label
        >Library <input name="libraryId" value="${example.libraryId}" list="library-ids" required maxlength="500"
      /></label>
      <label class="wide">Question <input name="query" value="${example.query}" required maxlength="500" /></label>
      ${(example.options ?? []).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button type="submit">Ask</button>
      <datalist id="library-ids">${ids}</datalist>
    </form>
    ${isClosed ? closed : ""}
  </section>`
}

function renderLibraries({ root, libraries, totalCount, isClosed }: PlainPageFacts & PlainLibraries): Html {
  const more =
    totalCount > libraries.length ? html`<p class="quiet">The newest ${libraries.length} of ${totalCount}.</p>` : html``
  const empty = isClosed
    ? html`<p class="quiet">You need an API key to see the libraries of this instance.</p>`
    : html`<p class="quiet">No libraries yet. Add one: <code>lectern add https://github.com/owner/repo</code></p>`
  return html`<section aria-labelledby="libraries-title">
    <h2 id="libraries-title">Libraries</h2>
    <form action="${root}api/v2/libs/search" method="get" class="search">
      <label class="wide"
        >Find
        <input name="libraryName" type="search" placeholder="name of a library or product" required maxlength="500"
      /></label>
      <button type="submit">Search</button>
    </form>
    <ul class="libraries">
      ${libraries.map((library) => renderLibrary(root, library))}
    </ul>
    ${libraries.length === 0 ? empty : more}
  </section>`
}

function renderLibrary(root: string, library: SearchResultItem): Html {
  const { id, title, description, state, totalSnippets, lastUpdateDate } = library
  return html`<li>
    <a href="${root}libraries${encodeURI(id)}"><code class="id">${id}</code></a>
    <span class="state ${state}">${state}</span>
    <span class="quiet"
      >${countOf(totalSnippets, "snippet")} ·
      <time datetime="${lastUpdateDate}">${lastUpdateDate.slice(0, 10)}</time></span
    >
    <span class="what">${title}${description === "" ? "" : ": "}${description}</span>
  </li>`
}

function renderConnect({ origin, isClosed, example }: Pick<StartPageContent, "origin" | "isClosed" | "example">): Html {
  const mcp = `${origin}/mcp`
  const header = isClosed ? ` --header "LECTERN_API_KEY: <key>"` : ""
  const headers = isClosed ? { headers: { LECTERN_API_KEY: "<key>" } } : {}
  const codex = isClosed ? `\nhttp_headers = { "LECTERN_API_KEY" = "<key>" }` : ""
  const curlKey = isClosed ? ` -H "Authorization: Bearer <key>"` : ""
  const curlData = `--data-urlencode "query=${example.query}"`
  return html`<section id="connect" aria-labelledby="connect-title">
    <h2 id="connect-title">Connect a client</h2>
    <p>
      MCP over streamable HTTP at <code>${mcp}</code>, with the tools <code>resolve-library-id</code> and
      <code>query-docs</code>.
    </p>
    ${snippet("Claude Code", `claude mcp add --transport http lectern ${mcp}${header}`)}
    ${snippet("Cursor (~/.cursor/mcp.json)", pretty({ mcpServers: { lectern: { url: mcp, ...headers } } }))}
    ${snippet("VS Code (.vscode/mcp.json)", pretty({ servers: { lectern: { type: "http", url: mcp, ...headers } } }))}
    ${snippet("Codex (~/.codex/config.toml)", `[mcp_servers.lectern]\nurl = "${mcp}"${codex}`)}
    ${snippet("curl", `curl -G "${origin}/api/v2/context"${curlKey} -d libraryId=${example.libraryId} ${curlData}`)}
  </section>`
}

function snippet(title: string, code: string): Html {
  return html`<div class="snippet">
    <h3>${title}</h3>
    <pre tabindex="0">${code}</pre>
  </div>`
}

function pretty(value: object): string {
  return JSON.stringify(value, null, 2)
}
