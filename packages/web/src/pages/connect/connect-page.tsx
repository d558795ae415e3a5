import { Page } from "../../app/page-frame.tsx"
import { Panel } from "../../components/panel.tsx"
import { CodeBlock } from "../../components/text.tsx"
import { useClientSetups } from "./connect-command.tsx"

/** Explains how to connect each client, with the URL of this server. */
export function ConnectPage() {
  const setups = useClientSetups()
  return (
    <Page
      title="Connect a client"
      description="Your agent gets two tools: resolve-library-id finds a library, query-docs answers a question from it."
    >
      <div className="grid gap-4 lg:grid-cols-2">
        {setups.map(({ name, where, code }) => (
          <Panel key={name} title={name} description={where}>
            <CodeBlock code={code} label={`Setup for ${name}`} />
          </Panel>
        ))}
      </div>
    </Page>
  )
}
