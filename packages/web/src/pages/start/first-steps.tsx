import type { SearchResultItem } from "@lectern/contract"
import type { ReactNode } from "react"
import { usePermissions } from "../../app/session.ts"
import { Button, ButtonLink } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { paramsOf } from "../libraries/library-list.tsx"
import { finishSteps, type Step, useFinishedSteps } from "./step-memory.ts"

/** Lectern's own documentation, which every instance has. */
const SAMPLE_ID = "/lectern/docs"

interface StepText {
  readonly step: Step
  readonly title: string
  readonly text: ReactNode
  readonly action: ReactNode
}

/** Shows the steps for a new user; a step that was done or skipped is collapsed. */
export function FirstSteps({ libraries }: { readonly libraries: readonly SearchResultItem[] }) {
  const finished = useFinishedSteps()
  const steps = useStepTexts(libraries)
  return (
    <ol>
      {steps.map(({ step, title, text, action }, at) => {
        const isFinished = finished.includes(step) || (step === "add" && libraries.some(({ id }) => id !== SAMPLE_ID))
        return (
          <li key={step} className={`flex gap-3 border-b p-4 last:border-b-0 ${isFinished ? "items-center" : ""}`}>
            <span
              aria-hidden="true"
              className={`flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-semibold ${isFinished ? "bg-good-soft text-good" : "bg-accent-soft text-accent-ink"}`}
            >
              {isFinished ? <Icon name="check" size={14} /> : at + 1}
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-3">
              <div className="min-w-0">
                <h3 className="font-medium">
                  {title}
                  {isFinished && <span className="sr-only"> (done)</span>}
                </h3>
                {!isFinished && <p className="max-w-[80ch] text-muted">{text}</p>}
              </div>
              <div className="flex gap-2">
                {action}
                {!isFinished && (
                  <Button variant="quiet" aria-label={`Skip: ${title}`} onClick={() => finishSteps(step)}>
                    Skip
                  </Button>
                )}
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function useStepTexts(libraries: readonly SearchResultItem[]): readonly StepText[] {
  const may = usePermissions()
  const own = libraries.find(({ id, state }) => id !== SAMPLE_ID && state === "finalized")
  const asked = own ?? libraries.find(({ state }) => state === "finalized")
  const all: readonly (StepText | false)[] = [
    may("addLibrary") && {
      step: "add",
      title: "Add a library",
      text: "Paste the address of a repository or website, or drop files.",
      action: <ButtonLink to="/add">Add a library</ButtonLink>,
    },
    {
      step: "ask",
      title: "Ask it",
      text: "The answer is exactly what a coding agent receives.",
      action:
        asked === undefined ? undefined : (
          <ButtonLink to="/libraries/$owner/$repo" params={paramsOf(asked.id)} search={{ tab: "ask" }}>
            Ask
          </ButtonLink>
        ),
    },
    {
      step: "connect",
      title: "Connect your client",
      text: "Copy the setup for Claude Code, Cursor, VS Code and others, with the address of this server.",
      action: <ButtonLink to="/connect">Connect</ButtonLink>,
    },
    may("manageMembers") && {
      step: "invite",
      title: "Invite others",
      text: "Create a link that lets someone create their own account.",
      action: (
        <ButtonLink to="/admin/$section" params={{ section: "team" }}>
          Invite
        </ButtonLink>
      ),
    },
  ]
  return all.filter((step) => step !== false)
}
