import { useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { Button } from "../../components/button.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { FirstSteps } from "./first-steps.tsx"
import { restartSteps, useFinishedSteps } from "./step-memory.ts"

const LOOKED_AT_LIBRARIES = 8

/** Shows the steps for a new user, even after they were skipped. */
export function StartPage() {
  const finished = useFinishedSteps()
  const list = useQuery({
    queryKey: ["libraries", "newest"],
    queryFn: ({ signal }) => api.listLibraries({ limit: LOOKED_AT_LIBRARIES }, { signal }),
  })
  return (
    <Page title="Get started" description="From an empty instance to an agent that answers." permission="search">
      <Panel
        title="First steps"
        isFlush
        actions={finished.length > 0 && <Button onClick={restartSteps}>Show all steps again</Button>}
      >
        <Loaded query={list}>{({ libraries }) => <FirstSteps libraries={libraries} />}</Loaded>
      </Panel>
    </Page>
  )
}
