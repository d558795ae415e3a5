import { BlockWriter } from "../../../document/block-writer.ts"
import type { Document } from "../../../document/document.ts"
import type { ApiFiles } from "../description/api-files.ts"
import { addMarkdown, addTable, NO_LINES } from "../description/api-markdown.ts"
import { cellOf, textOf } from "../description/json-value.ts"
import { describeScheme, flowRows } from "../description/security.ts"
import { serversOf } from "../description/servers.ts"

/** Writes the overview page: description, servers and authentication of the API. */
export function writeOverview(files: ApiFiles, title: string): Document {
  const writer = new BlockWriter(1)
  const root = files.open(files.main)
  const info = files.open(files.member(root, "info"))
  const version = textOf(info.value["version"])
  writer.heading(1, title, NO_LINES)
  if (version !== undefined) writer.paragraph(`Version ${version} of the API.`, NO_LINES)
  const description = textOf(info.value["description"])
  addMarkdown(writer, description, 1)
  writer.heading(2, "Servers", NO_LINES)
  const servers = serversOf(files, [root], files.main.url)
  const lines = servers.map(
    ({ url, description }) => `- \`${url}\`${description === undefined ? "" : ` ${cellOf(description)}`}`,
  )
  writer.paragraph(`Base address of requests:\n\n${lines.join("\n")}`, NO_LINES)
  writeAuthentication(files, writer)
  writeContact(files, writer)
  return writer.finish(title, description).document
}

function writeAuthentication(files: ApiFiles, writer: BlockWriter): void {
  const components = files.open(files.member(files.open(files.main), "components"))
  const schemes = files.members(components, "securitySchemes")
  if (schemes.length === 0) return
  writer.heading(2, "Authentication", NO_LINES)
  for (const [name, at] of schemes) {
    const { value } = files.open(at)
    writer.heading(3, `Authentication: ${name}`, NO_LINES)
    writer.paragraph(`Requests carry: ${describeScheme({ name, value, scopes: [] })}.`, NO_LINES)
    addMarkdown(writer, textOf(value["description"]))
    addTable(writer, ["Flow", "Addresses", "Scopes"], flowRows(value))
    const discovery = textOf(value["openIdConnectUrl"])
    if (discovery !== undefined) writer.paragraph(`Discovery: ${discovery}`, NO_LINES)
  }
}

function writeContact(files: ApiFiles, writer: BlockWriter): void {
  const root = files.open(files.main)
  const info = files.open(files.member(root, "info"))
  const contact = files.open(files.member(info, "contact")).value
  const license = files.open(files.member(info, "license")).value
  const entries = [
    ["Contact", [contact["name"], contact["email"], contact["url"]]],
    ["License", [license["name"], license["url"]]],
    ["Terms of service", [info.value["termsOfService"]]],
    ["More documentation", [files.open(files.member(root, "externalDocs")).value["url"]]],
  ] as const
  const lines = entries.flatMap(([label, values]) => {
    const known = values.flatMap((value) => textOf(value) ?? [])
    return known.length === 0 ? [] : [`- ${label}: ${known.join(", ")}`]
  })
  if (lines.length === 0) return
  writer.heading(2, "Contact and license", NO_LINES)
  writer.paragraph(lines.join("\n"), NO_LINES)
}
