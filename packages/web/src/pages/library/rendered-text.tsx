import { CodeBlock } from "../../components/text.tsx"
import { type Block, blocksOf, inlineOf } from "./markdown.ts"

/** Shows the Markdown of a snippet. Addresses stay text, because the source of a snippet is untrusted. */
export function RenderedText({ markdown }: { readonly markdown: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 [overflow-wrap:anywhere]">
      {blocksOf(markdown).map((block, at) => (
        <RenderedBlock key={`${block.kind}-${at}`} block={block} />
      ))}
    </div>
  )
}

function RenderedBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "code":
      return <CodeBlock code={block.text} label={block.language === "" ? "code" : block.language} />
    case "heading":
      return (
        <p className="font-medium">
          <Line text={block.text} />
        </p>
      )
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={`${at}-${item}`}>
          <Line text={item} />
        </li>
      ))
      return block.isOrdered ? (
        <ol className="list-decimal pl-6">{items}</ol>
      ) : (
        <ul className="list-disc pl-6">{items}</ul>
      )
    }
    case "table":
      return <RenderedTable rows={block.rows} />
    case "paragraph":
      return (
        <p className="whitespace-pre-line">
          <Line text={block.text} />
        </p>
      )
  }
}

function RenderedTable({ rows: [head = [], ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <div className="overflow-x-auto" role="region" aria-label="Table" tabIndex={0}>
      <table className="border-collapse text-sm [overflow-wrap:normal]">
        <thead>
          <tr className="border-b text-left">
            {head.map((cell, at) => (
              <th key={`${at}-${cell}`} scope="col" className="min-w-24 px-2 py-1 font-medium">
                <Line text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <tr key={`${rowAt}-${row.join("|")}`} className="border-b align-top last:border-b-0">
              {row.map((cell, at) => (
                <td key={`${at}-${cell}`} className="px-2 py-1">
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ text }: { readonly text: string }) {
  return (
    <>
      {inlineOf(text).map((part, at) => {
        const key = `${at}-${part.text}`
        if (part.kind === "code") {
          return (
            <code key={key} className="rounded bg-sunken px-1 font-mono text-[0.9em]">
              {part.text}
            </code>
          )
        }
        if (part.kind === "emphasis") return <em key={key}>{part.text}</em>
        return part.kind === "strong" ? <strong key={key}>{part.text}</strong> : <span key={key}>{part.text}</span>
      })}
    </>
  )
}
