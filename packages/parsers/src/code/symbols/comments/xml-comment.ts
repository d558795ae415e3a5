import { DomUtils, parseDocument } from "htmlparser2"
import { type CommentEntry, type DocComment, EMPTY_COMMENT } from "../../syntax/code-symbol.ts"
import { dedent, fenced } from "./comment-text.ts"

type ChildNode = ReturnType<typeof parseDocument>["children"][number]
type Element = Extract<ChildNode, { readonly attribs: unknown }>

/** Parses a C# documentation comment, which is XML; invalid XML is parsed as far as possible. */
export function parseXmlComment(text: string): DocComment {
  const parts = parseDocument(text, { xmlMode: true }).children
  const elements = parts.filter((part): part is Element => "attribs" in part)
  const all = (name: string) => elements.filter((element) => element.name === name)
  const body = (name: string) => all(name).map((element) => markdownOf(element.children))
  const entries = (name: string, attribute: string): readonly CommentEntry[] =>
    all(name).map((element) => {
      return { name: plainReference(element.attribs[attribute] ?? ""), type: "", text: markdownOf(element.children) }
    })
  const loose = elements.length === 0 ? markdownOf(parts) : ""
  const [returned] = [...body("returns"), ...body("value")]
  return {
    ...EMPTY_COMMENT,
    description: [...body("summary"), ...body("remarks"), loose].filter(Boolean).join("\n\n"),
    parameters: [...entries("typeparam", "name"), ...entries("param", "name")],
    returns: returned === undefined || returned === "" ? undefined : { name: "", type: "", text: returned },
    throws: entries("exception", "cref"),
    examples: body("example").filter(Boolean),
    notes: all("seealso").flatMap(({ attribs }) => {
      const target = plainReference(attribs["cref"] ?? "")
      return target === "" ? [] : [`See: \`${target}\``]
    }),
  }
}

/** Removes the prefix of a reference: `T:System.String` is a type, `M:` a method. */
function plainReference(reference: string): string {
  return reference
    .replace(/^[A-Z]:/, "")
    .replaceAll("{", "<")
    .replaceAll("}", ">")
}

function markdownOf(nodes: readonly ChildNode[]): string {
  return nodes
    .map(nodeText)
    .join("")
    .replaceAll(/[ \t]*\n[ \t]*(?=\S)/g, (gap, at: number, whole: string) => (isInFence(whole, at) ? gap : "\n"))
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

function isInFence(text: string, at: number): boolean {
  return (text.slice(0, at).match(/^```/gm) ?? []).length % 2 === 1
}

function nodeText(node: ChildNode): string {
  if (!("attribs" in node)) return "children" in node ? rawText(node.children) : DomUtils.isText(node) ? node.data : ""
  const { name, attribs, children } = node
  const target = attribs["cref"] ?? attribs["langword"] ?? attribs["name"] ?? ""
  switch (name) {
    case "see":
    case "seealso":
    case "paramref":
    case "typeparamref":
      return children.length > 0
        ? markdownOf(children)
        : target === ""
          ? (attribs["href"] ?? "")
          : `\`${plainReference(target)}\``
    case "c":
      return `\`${rawText(children).trim()}\``
    case "code":
      return `\n\n${fenced(dedent(rawText(children)), attribs["language"] ?? attribs["lang"] ?? "csharp")}\n\n`
    case "para":
      return `\n\n${markdownOf(children)}\n\n`
    case "item":
      return `\n- ${markdownOf(children).replaceAll(/\s*\n+/g, " ")}`
    case "term":
      return `${markdownOf(children)}: `
    case "b":
    case "strong":
      return `**${markdownOf(children)}**`
    case "list":
      return `\n\n${children.map(nodeText).join("").trim()}\n\n`
    default:
      return children.map(nodeText).join("")
  }
}

function rawText(nodes: readonly ChildNode[]): string {
  return nodes.map((node) => ("data" in node ? node.data : "children" in node ? rawText(node.children) : "")).join("")
}
