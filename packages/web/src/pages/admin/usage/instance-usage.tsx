import type { InstanceUsage as Usage } from "@lectern/contract"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { csvOf, downloadText } from "../../../app/download.ts"
import { Button } from "../../../components/button.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Panel } from "../../../components/panel.tsx"
import { Empty } from "../../../components/states.tsx"
import { everyDay } from "../../library/usage/daily-requests.ts"
import { DEFAULT_DAYS, RangeField } from "../../library/usage/range-field.tsx"
import { UsageRankings } from "../../library/usage/usage-rankings.tsx"
import { Requests } from "../../library/usage/requests.tsx"
import { SURFACES } from "../../library/usage/surfaces.ts"
import { MostUsedLibraries } from "./most-used-libraries.tsx"
import { WeakAnswers } from "./weak-answers.tsx"

/**
 * Shows how many requests the instance gets and from whom, which libraries answer them, and which questions have no
 * good answer.
 */
export function InstanceUsage() {
  const [days, setDays] = useState(DEFAULT_DAYS)
  const usage = useQuery({
    queryKey: ["instance-usage", days],
    queryFn: ({ signal }) => api.admin.getUsage({ days }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <RangeField days={days} onChange={setDays} />
        {usage.data !== undefined && <Exports usage={usage.data} days={days} />}
      </div>
      <Loaded query={usage} rows={6}>
        {(read) => (
          <>
            {!read.countsUsage && (
              <Panel>
                <Empty icon="chart" title="Requests are not counted">
                  This server runs with LECTERN_USAGE=off. Turn it on to count requests from then on.
                </Empty>
              </Panel>
            )}
            <Requests days={everyDay(read.daily, days, Date.now())} />
            <MostUsedLibraries usage={read} />
            <WeakAnswers usage={read} />
            <UsageRankings usage={read} />
            <p className="text-sm text-muted">
              Topics and countries cover all days. A topic appears when at least five people have asked public libraries
              about it. Clients are counted by users per day.
            </p>
          </>
        )}
      </Loaded>
    </>
  )
}

/** Downloads the data of the page as CSV. */
function Exports({ usage, days }: { readonly usage: Usage; readonly days: number }) {
  const saveDays = () => {
    const titles = ["date", ...SURFACES.map(({ key }) => key), "total"]
    const rows = everyDay(usage.daily, days, Date.now()).map((day) => {
      return [day.date, ...SURFACES.map(({ key }) => day[key]), day.total]
    })
    downloadText("requests.csv", csvOf(titles, rows))
  }
  const saveLibraries = () => {
    const rows = usage.libraries.map(({ libraryId, title, count }) => [libraryId, title, count])
    downloadText("libraries.csv", csvOf(["library", "title", "requests"], rows))
  }
  const saveQuestions = () => {
    const rows = usage.questions.map(({ libraryId, version, kind, question, count, lastAskedAt }) => {
      return [libraryId, version, kind, question, count, lastAskedAt]
    })
    downloadText("questions.csv", csvOf(["library", "version", "kind", "question", "count", "last asked"], rows))
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">Export as CSV</span>
      <Button onClick={saveDays}>Days</Button>
      <Button onClick={saveLibraries}>Libraries</Button>
      {usage.questions.length > 0 && <Button onClick={saveQuestions}>Questions</Button>}
    </div>
  )
}
