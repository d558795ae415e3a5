import type { SearchResultItem } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { api } from "../../app/api.ts"
import { useSignInSearch } from "../../app/navigation.ts"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions } from "../../app/session.ts"
import { Button, ButtonLink } from "../../components/button.tsx"
import { isLost } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty, Failure, SkeletonRows } from "../../components/states.tsx"
import { AskForm } from "./ask-form.tsx"
import { LibraryList } from "../libraries/library-list.tsx"
import { FirstSteps } from "../start/first-steps.tsx"
import { finishSteps, STEPS, useFinishedSteps } from "../start/step-memory.ts"
import { ConnectCommand } from "../connect/connect-command.tsx"

const SHOWN_LIBRARIES = 8

/** The start page: ask a library, see the newest ones, connect a client. */
export function HomePage() {
  const may = usePermissions()
  const signInSearch = useSignInSearch()
  return (
    <Page title="Documentation that answers" description="Ask a library, or connect it to your coding agent.">
      {may("search") ? (
        <Overview />
      ) : (
        <Empty
          icon="lock"
          title="This instance is closed"
          action={
            <ButtonLink to="/sign-in" search={signInSearch} variant="primary">
              Sign in
            </ButtonLink>
          }
        >
          Libraries are only shown to people with an account or an API key.
        </Empty>
      )}
    </Page>
  )
}

/** Shown to users who can add libraries, until they have done or skipped every step. */
function Welcome({ libraries }: { readonly libraries: readonly SearchResultItem[] }) {
  const finished = useFinishedSteps()
  if (STEPS.every((step) => finished.includes(step))) return null
  const skipAll = (
    <Button variant="quiet" onClick={() => finishSteps(...STEPS)}>
      Hide
    </Button>
  )
  return (
    <Panel title="Get started" description="You can find this again under Account." isFlush actions={skipAll}>
      <FirstSteps libraries={libraries} />
    </Panel>
  )
}

function Overview() {
  const may = usePermissions()
  const list = useQuery({
    queryKey: ["libraries", "newest"],
    queryFn: ({ signal }) => api.listLibraries({ limit: SHOWN_LIBRARIES }, { signal }),
  })
  if (isLost(list)) return <Failure error={list.error} onRetry={() => void list.refetch()} />
  // The page is shown as a whole, because parts that load one by one would push each other down.
  if (list.data === undefined) {
    return (
      <Panel isFlush>
        <SkeletonRows count={8} />
      </Panel>
    )
  }
  const { libraries } = list.data
  const all = (
    <Link to="/libraries" className="text-sm font-medium text-accent-ink hover:underline">
      All libraries
    </Link>
  )
  return (
    <>
      {may("addLibrary") && <Welcome libraries={libraries} />}
      {libraries.some(({ state }) => state === "finalized") && <AskForm libraries={libraries} />}
      <Panel title="Newest libraries" isFlush actions={libraries.length > 0 ? all : undefined}>
        {libraries.length > 0 ? (
          <LibraryList libraries={libraries} />
        ) : (
          <Empty
            title="No libraries yet"
            action={
              may("addLibrary") ? (
                <ButtonLink to="/add" variant="primary">
                  Add a library
                </ButtonLink>
              ) : undefined
            }
          >
            A library contains the documentation of a repository, a website or files.
          </Empty>
        )}
      </Panel>
      <Panel
        title="Connect a client"
        description="Your coding agent gets the same answers over MCP."
        actions={<ButtonLink to="/connect">All clients</ButtonLink>}
      >
        <ConnectCommand />
      </Panel>
    </>
  )
}
