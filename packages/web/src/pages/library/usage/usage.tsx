import type { LibraryRecord, MetricsResponse } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { csvOf, downloadText } from "../../../app/download.ts"
import { Button } from "../../../components/button.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { everyDay } from "./daily-requests.ts"
import { DEFAULT_DAYS, RangeField } from "./range-field.tsx"
import { UsageRankings } from "./usage-rankings.tsx"
import { Requests } from "./requests.tsx"
import { SURFACES } from "./surfaces.ts"

interface UsageProps {
  readonly library: LibraryRecord
  /** Tag of the version whose requests are counted; empty for all versions together. */
  readonly version: string
}

/** Shows how many requests a library gets, from whom, and about which topics. */
export function Usage({ library, version }: UsageProps) {
  const [days, setDays] = useState(DEFAULT_DAYS)
  const libraryId = version === "" ? library.id : `${library.id}/${version}`
  const metrics = useQuery({
    queryKey: ["metrics", libraryId, days],
    queryFn: ({ signal }) => api.getMetrics({ libraryId, days }, { signal }),
  })
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <RangeField days={days} onChange={setDays} />
        {metrics.data !== undefined && <Exports libraryId={libraryId} metrics={metrics.data} />}
      </div>
      {library.versions.length > 0 && (
        <p className="text-sm text-muted">
          {version === "" ? "All versions together." : `Requests that ${version} answered.`}
        </p>
      )}
      <Loaded query={metrics}>
        {(data) => (
          <>
            <Requests days={everyDay(data.daily, days, Date.now())} />
            <UsageRankings usage={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Exports({ libraryId, metrics }: { readonly libraryId: string; readonly metrics: MetricsResponse }) {
  const name = libraryId.slice(1).replaceAll("/", "-")
  const saveDays = () => {
    const titles = ["date", ...SURFACES.map(({ key }) => key), "total"]
    const rows = metrics.daily.map((day) => [day.date, ...SURFACES.map(({ key }) => day[key]), day.total])
    downloadText(`${name}-requests.csv`, csvOf(titles, rows))
  }
  const saveTopics = () => {
    const rows = metrics.topics.map(({ topic, count }) => [topic, count])
    downloadText(`${name}-topics.csv`, csvOf(["topic", "count"], rows))
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={saveDays}>Export days as CSV</Button>
      <Button onClick={saveTopics}>Export topics as CSV</Button>
    </div>
  )
}
