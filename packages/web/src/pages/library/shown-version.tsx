import { ApiError } from "@lectern/client"
import type { FileReport, LibraryBenchmark, LibraryRecord } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { api } from "../../app/api.ts"
import { Button } from "../../components/button.tsx"
import { Field, Select } from "../../components/field.tsx"
import { isLost } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty, Failure, SkeletonRows } from "../../components/states.tsx"

const route = getRouteApi("/libraries/$owner/$repo")

/** The data of a version that a library page shows. */
export interface ShownVersion {
  /** Empty for the default version. */
  readonly tag: string
  readonly revision: string | null
  readonly lastUpdateDate: string
  readonly totalSnippets: number
  readonly totalTokens: number
  readonly benchmarkScore: number
  readonly files: FileReport | null
  /** Null for the default version, whose benchmark is loaded separately. */
  readonly benchmark: LibraryBenchmark | null
}

/** The chosen version while it is loading, once it is loaded, or why it cannot be shown. */
export type VersionState =
  | { readonly state: "ready"; readonly version: ShownVersion }
  | { readonly state: "pending" }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void }

/** Loads the version that the URL names; the default version is part of the library. */
export function useShownVersion(library: LibraryRecord): VersionState {
  const { version: tag = "" } = route.useSearch()
  const isOwn = tag === "" || tag === library.branch
  const query = useQuery({
    queryKey: ["library", library.id, "version", tag],
    queryFn: ({ signal }) => api.contents.getVersion(library.id, tag, { signal }),
    enabled: !isOwn,
  })
  if (isOwn)
    return { state: "ready", version: { ...library, tag: "", revision: library.source.revision, benchmark: null } }
  if (isLost(query)) return { state: "failed", error: query.error, retry: () => void query.refetch() }
  if (query.data === undefined) return { state: "pending" }
  const { benchmark } = query.data
  return { state: "ready", version: { ...query.data, tag, benchmarkScore: benchmark.benchmarkScore } }
}

/** Lets users choose the version that all tabs of the page show; hidden for a library without versions. */
export function VersionSwitch({ library }: { readonly library: LibraryRecord }) {
  const { version = "" } = route.useSearch()
  const navigate = route.useNavigate()
  const tags = version === "" || library.versions.includes(version) ? library.versions : [version, ...library.versions]
  if (tags.length === 0) return null
  const options = [
    { value: "", label: library.branch === "" ? "Default version" : `Default version (${library.branch})` },
    ...tags.map((tag) => ({ value: tag, label: tag })),
  ]
  return (
    <div className="max-w-60">
      <Field label="Version" isLabelHidden>
        <Select
          value={version}
          options={options}
          onChange={(chosen) =>
            void navigate({
              search: ({ version: _before, ...rest }) => (chosen === "" ? rest : { ...rest, version: chosen }),
            })
          }
        />
      </Field>
    </div>
  )
}

interface OfVersionProps {
  readonly shown: VersionState
  readonly children: (version: ShownVersion) => ReactNode
}

/** Shows content about the chosen version once it is loaded, or says that the version is not indexed. */
export function OfVersion({ shown, children }: OfVersionProps) {
  const { version } = route.useSearch()
  const navigate = route.useNavigate()
  if (shown.state === "failed" && shown.error instanceof ApiError && shown.error.status === 404) {
    return (
      <Panel>
        <Empty
          icon="search"
          title={`Version ${version} is not indexed`}
          action={
            <Button onClick={() => void navigate({ search: ({ version: _before, ...rest }) => rest })}>
              Show the default version
            </Button>
          }
        >
          The Versions tab lists the versions that can be indexed.
        </Empty>
      </Panel>
    )
  }
  if (shown.state === "failed") return <Failure error={shown.error} onRetry={shown.retry} />
  if (shown.state === "pending") {
    return (
      <Panel isFlush>
        <SkeletonRows count={6} />
      </Panel>
    )
  }
  return children(shown.version)
}
