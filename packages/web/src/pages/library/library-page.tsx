import { ApiError } from "@lectern/client"
import { type FileReport as FileReportData, isFinalJobState, type LibraryRecord } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { api } from "../../app/api.ts"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button, ButtonLink } from "../../components/button.tsx"
import { isLost } from "../../components/loaded.tsx"
import { Badge, Figure, Panel } from "../../components/panel.tsx"
import { Empty, Failure, Skeleton } from "../../components/states.tsx"
import { Tabs } from "../../components/tabs.tsx"
import { CopyButton, formatCount, RelativeTime } from "../../components/text.tsx"
import { paramsOf, StateBadge } from "../libraries/library-list.tsx"
import { AskBox } from "./ask-box.tsx"
import { FileReport } from "./file-report.tsx"
import { JobProgress } from "./job-progress.tsx"
import { Quality } from "./quality/quality.tsx"
import { LibrarySettings } from "./settings/library-settings.tsx"
import { OfVersion, type ShownVersion, useShownVersion, VersionSwitch } from "./shown-version.tsx"
import { Snippets } from "./snippets/snippets.tsx"
import { Usage } from "./usage/usage.tsx"
import { VersionList } from "./version-list.tsx"

const route = getRouteApi("/libraries/$owner/$repo")

/** The page of one library. */
export function LibraryPage() {
  const { owner, repo } = route.useParams()
  const id = `/${owner}/${repo}`
  const found = useQuery({
    queryKey: ["library", id],
    queryFn: ({ signal }) => api.getLibrary(id, { signal }),
    refetchInterval: (query) => (isWaiting(query.state.data) ? 10_000 : false),
  })
  if (found.error instanceof ApiError && found.error.status === 404) return <MissingLibrary id={id} />
  const failure = found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (isLost(found)) return <Page title={id}>{failure}</Page>
  if (found.data === undefined) {
    return (
      <Page title={id}>
        <Skeleton className="h-20" />
        <Skeleton className="h-64" />
      </Page>
    )
  }
  const { redirectTo } = found.data
  return redirectTo === null ? (
    <Library library={found.data} failure={failure} />
  ) : (
    <MovedLibrary library={found.data} movedTo={redirectTo} />
  )
}

function isWaiting(library: LibraryRecord | undefined): boolean {
  if (library === undefined) return false
  const isVersionWaiting = library.availableVersions.some(({ state }) => state === "queued" || state === "processing")
  return isVersionWaiting || library.state === "initial" || library.state === "processing"
}

/** Shown if a library does not exist, or the caller cannot see it; the server does not say which. */
function MissingLibrary({ id }: { readonly id: string }) {
  const may = usePermissions()
  return (
    <Page title={id}>
      <Panel>
        <Empty
          icon="search"
          title="Library not found"
          action={
            <>
              <ButtonLink to="/libraries">All libraries</ButtonLink>
              {may("addLibrary") && (
                <ButtonLink to="/add" variant="primary">
                  Add a library
                </ButtonLink>
              )}
            </>
          }
        >
          Check the address. The library may be private, or may have been deleted.
        </Empty>
      </Panel>
    </Page>
  )
}

/** Shows users who follow an old link where a library is now. */
function MovedLibrary({ library, movedTo }: { readonly library: LibraryRecord; readonly movedTo: string }) {
  return (
    <Page title={library.id}>
      <Panel>
        <Empty
          title="This library has moved"
          action={
            <ButtonLink to="/libraries/$owner/$repo" params={paramsOf(movedTo)} variant="primary">
              Open {movedTo}
            </ButtonLink>
          }
        >
          Agents that ask for {library.id} are redirected to {movedTo}.
        </Empty>
      </Panel>
    </Page>
  )
}

interface LibraryProps {
  readonly library: LibraryRecord
  /** Says why the library could not be loaded again. */
  readonly failure: ReactNode
}

function Library({ library, failure }: LibraryProps) {
  const { tab = "ask" } = route.useSearch()
  const navigate = route.useNavigate()
  const shown = useShownVersion(library)
  const version = shown.state === "ready" ? shown.version : undefined
  return (
    <Page
      title={library.title}
      description={<Subtitle library={library} version={version} />}
      actions={<Actions library={library} />}
    >
      {failure}
      <LastJob job={library.lastJob} />
      <Figures library={library} version={version} />
      <Tabs
        label="Library"
        value={tab}
        onChange={(next) => void navigate({ search: (before) => ({ ...before, tab: next }) })}
        tabs={[
          { value: "ask", label: "Ask", content: <AskBox library={library} />, isKept: true },
          {
            value: "snippets",
            label: "Snippets",
            content: <OfVersion shown={shown}>{({ tag }) => <Snippets library={library} version={tag} />}</OfVersion>,
          },
          {
            value: "files",
            label: "Files",
            count: countFiles(version?.files),
            isKept: true,
            content: <OfVersion shown={shown}>{({ files }) => <FileReport report={files} />}</OfVersion>,
          },
          {
            value: "versions",
            label: "Versions",
            count: library.availableVersions.length,
            content: <VersionList library={library} />,
          },
          {
            value: "usage",
            label: "Usage",
            content: <OfVersion shown={shown}>{({ tag }) => <Usage library={library} version={tag} />}</OfVersion>,
          },
          {
            value: "quality",
            label: "Quality",
            content: <OfVersion shown={shown}>{(each) => <Quality library={library} version={each} />}</OfVersion>,
          },
          { value: "settings", label: "Settings", content: <LibrarySettings library={library} />, isKept: true },
        ]}
      />
    </Page>
  )
}

/** Shows the progress of the last job, or why it failed. */
function LastJob({ job: lastJob }: { readonly job: LibraryRecord["lastJob"] }) {
  const may = usePermissions()
  return (
    <>
      {lastJob !== null && !isFinalJobState(lastJob.state) && <JobProgress key={lastJob.id} first={lastJob} />}
      {lastJob?.state === "failed" && (
        <div role="alert" className="rounded-lg border bg-bad-soft p-4 text-bad [overflow-wrap:anywhere]">
          The last job failed: {lastJob.error?.message}.{" "}
          {lastJob.error?.retryable === true && "Refresh the library to try again. "}
          {may("readJobs") && (
            <Link to="/jobs" search={{ job: lastJob.id }} className="underline">
              See its log
            </Link>
          )}
        </div>
      )}
    </>
  )
}

interface FiguresProps {
  readonly library: LibraryRecord
  /** Undefined until the chosen version is loaded. */
  readonly version: ShownVersion | undefined
}

function Figures({ library, version }: FiguresProps) {
  return (
    <Panel isFlush>
      <dl className="grid grid-cols-2 md:grid-cols-4">
        <Figure label="Snippets" value={version === undefined ? "–" : formatCount(version.totalSnippets)} />
        <Figure label="Tokens" value={version === undefined ? "–" : formatCount(version.totalTokens)} />
        <Figure
          label="Trust score"
          value={scoreOf(library.trustScore, 10)}
          hint="Popularity and upkeep of the source"
        />
        <Figure
          label="Benchmark"
          value={version === undefined ? "–" : scoreOf(version.benchmarkScore, 100)}
          hint="Share of questions answered"
        />
      </dl>
    </Panel>
  )
}

function countFiles(report: FileReportData | null | undefined): number | undefined {
  if (report === null || report === undefined) return undefined
  return report.indexedCount + report.leftOutCount + report.failedCount
}

/** Formats a score; -1 means unknown. */
function scoreOf(score: number, max: number): string {
  return score < 0 ? "Not scored" : `${score} / ${max}`
}

function Subtitle({ library, version }: FiguresProps) {
  const { source } = library
  return (
    <div className="mt-1 flex flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{library.id}</code>
        <CopyButton text={library.id} label="Copy the library id" />
        <StateBadge state={library.state} />
        {library.private && <Badge>Private</Badge>}
      </span>
      {library.description !== "" && (
        <p dir="auto" className="line-clamp-3 max-w-[80ch] [overflow-wrap:anywhere]" title={library.description}>
          {library.description}
        </p>
      )}
      <p className="text-sm [overflow-wrap:anywhere]">
        <SourceLink url={source.url} />
        {version !== undefined && (
          <>
            {version.revision !== null && ` at ${version.revision.slice(0, 12)}`} · updated{" "}
            <RelativeTime moment={version.lastUpdateDate} />
          </>
        )}
      </p>
    </div>
  )
}

/** Shows the source of the library; addresses that a browser can open are links. */
function SourceLink({ url }: { readonly url: string | null }) {
  if (url === null) return "Uploaded"
  if (!/^https?:\/\//.test(url)) return url
  return (
    <a href={url} target="_blank" rel="noreferrer" className="hover:text-ink hover:underline">
      {url}
    </a>
  )
}

function Actions({ library }: { readonly library: LibraryRecord }) {
  const may = usePermissions()
  const refresh = useAction(() => api.refreshLibrary({ libraryName: library.id }), {
    done: "Refresh started",
    changes: ["library", "jobs"],
    isErrorBrief: true,
  })
  return (
    <>
      <VersionSwitch library={library} />
      {may("refreshLibrary") && (
        <Button icon="refresh" isBusy={refresh.isBusy} onClick={refresh.run}>
          Refresh
        </Button>
      )}
    </>
  )
}
