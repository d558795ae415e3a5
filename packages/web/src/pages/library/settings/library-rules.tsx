import type { LibraryRecord } from "@lectern/contract"
import { CodeBlock } from "../../../components/text.tsx"
import { Panel } from "../../../components/panel.tsx"

const EXAMPLE = JSON.stringify({ rules: ["Use the composition API in new code."] }, null, 2)

/** Shows the advice for agents that the authors of a library publish. */
export function LibraryRules({ library: { rules } }: { readonly library: LibraryRecord }) {
  return (
    <Panel title="Rules for agents" description="Advice that answers can include. Authors set it in lectern.json.">
      {rules.length === 0 ? (
        <div className="flex flex-col gap-2">
          <p className="text-muted">
            This library has no rules. Add them to a lectern.json at the root of the repository:
          </p>
          <CodeBlock code={EXAMPLE} label="example of lectern.json" />
        </div>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-4 [overflow-wrap:anywhere]">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
