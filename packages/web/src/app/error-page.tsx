import { Button } from "../components/button.tsx"
import { Panel } from "../components/panel.tsx"
import { Empty } from "../components/states.tsx"

/** How browsers report that a script could not be loaded. */
const MISSING_SCRIPT = /dynamically imported module|importing a module script failed/i

/** Shown instead of a page that could not be loaded, or that failed. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const message = error instanceof Error ? error.message : String(error)
  const isMissing = MISSING_SCRIPT.test(message)
  return (
    <div role="alert">
      <Panel>
        <Empty
          icon="warning"
          title={isMissing ? "This page could not be loaded" : "This page failed"}
          action={
            <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          {isMissing
            ? "The server cannot be reached, or was updated while the dashboard was open."
            : `Reload it to try again. The error is: ${message}`}
        </Empty>
      </Panel>
    </div>
  )
}
