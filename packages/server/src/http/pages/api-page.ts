import { html, type Html } from "./html.ts"
import type { ApiDescription, ApiOperation, JsonObject } from "../serving/openapi.ts"
import { renderPage } from "./page-frame.ts"

/** Renders the API description as a page without scripts. */
export function renderApiPage(description: ApiDescription): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const links = operations.map(
    ({ path, method, operation }) =>
      html`<li>
        <a href="#${operation.operationId}"><code>${method} ${path}</code></a> ${operation.summary}
      </li>`,
  )
  const sections = operations.map(({ path, method, operation }) => renderOperation(path, method, operation))
  const schemas = Object.entries(description.components.schemas).map(renderSchema)
  return renderPage(
    "Lectern API",
    html`<header class="top">
        <a class="brand" href="/">Lectern</a>
        <nav><a href="/api/openapi.json">openapi.json</a></nav>
      </header>
      <main class="api">
        <h1>API ${description.info.version}</h1>
        <p>
          ${description.info.description} Send your key as <code>Authorization: Bearer &lt;key&gt;</code>. Every error
          is <code>{"error": code, "message": text}</code>.
        </p>
        <ul class="plain">
          ${links}
        </ul>
        ${sections}
        <h2>Schemas</h2>
        ${schemas}
      </main>`,
  )
}

function renderOperation(path: string, method: string, operation: ApiOperation): Html {
  const rows = (operation.parameters ?? []).map(
    (parameter) =>
      html`<tr>
        <td><code>${parameter.name}</code>${parameter.required ? " *" : ""}</td>
        <td>${parameter.in}</td>
        <td>${summaryOf(parameter.schema)}</td>
        <td>${parameter.description ?? ""}</td>
      </tr>`,
  )
  const table = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>parameter</th>
          <th>in</th>
          <th>type</th>
          <th></th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => html`<p>Body (<code>${type}</code>): ${linkOf(schema)}</p>`,
  )
  const answers = Object.entries(operation.responses).flatMap(([status, response]) => renderResponse(status, response))
  return html`<section id="${operation.operationId}">
    <h2><code>${method} ${path}</code></h2>
    <p>${operation.summary}. ${operation.description}</p>
    ${rows.length === 0 ? "" : table} ${bodies}
    <ul class="plain">
      ${answers}
    </ul>
  </section>`
}

function renderResponse(status: string, response: JsonObject): Html[] {
  const content = Object.entries((response["content"] ?? {}) as Record<string, { readonly schema?: JsonObject }>)
  return content.map(
    ([type, { schema }]) =>
      html`<li><strong>${status}</strong> <code>${type}</code> ${schema === undefined ? "" : linkOf(schema)}</li>`,
  )
}

function renderSchema([name, schema]: readonly [string, JsonObject]): Html {
  return html`<details id="schema-${name}">
    <summary><code>${name}</code> ${String(schema["description"] ?? "")}</summary>
    <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>
  </details>`
}

function linkOf(schema: JsonObject): Html {
  const name = referenceOf(schema)
  return name === undefined
    ? html`<code>${summaryOf(schema)}</code>`
    : html`<a href="#schema-${name}"><code>${name}</code></a>`
}

function summaryOf(schema: JsonObject): string {
  const name = referenceOf(schema)
  if (name !== undefined) return name
  const { type, enum: words, minimum, maximum, minLength, maxLength, default: byDefault, const: only } = schema
  const range = [minimum ?? minLength, maximum ?? maxLength]
  return [
    Array.isArray(words) ? words.join(" | ") : only === undefined ? String(type ?? "any") : JSON.stringify(only),
    range.some((bound) => bound !== undefined) ? `${String(range[0] ?? "")}–${String(range[1] ?? "")}` : "",
    byDefault === undefined ? "" : `default ${JSON.stringify(byDefault)}`,
  ]
    .filter(Boolean)
    .join(", ")
}

function referenceOf(schema: JsonObject): string | undefined {
  const reference = schema["$ref"]
  return typeof reference === "string" ? reference.split("/").at(-1) : undefined
}
