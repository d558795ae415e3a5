import type { FlaggedCounts } from "@lectern/contract"
import { Field, TextInput } from "../../components/field.tsx"
import { ChoiceList } from "../../components/form.tsx"
import { countOf } from "../../components/text.tsx"
import type { PolicyDraft } from "./policy-change.ts"

const ACTIONS = [
  {
    value: "flag",
    label: "Mark it",
    hint: "Answers contain flagged snippets. A line above each tells the agent what was found.",
  },
  {
    value: "withhold",
    label: "Leave it out",
    hint: "Answers contain no flagged snippets. Everything else in the library is still returned.",
  },
  {
    value: "block",
    label: "Block the library",
    hint: "Answers contain no flagged snippets, and libraries with too many of them are not served.",
  },
]

interface SuspiciousContentProps {
  readonly draft: PolicyDraft
  readonly set: (change: Partial<PolicyDraft>) => void
  readonly flagged: FlaggedCounts
}

/**
 * Form fields for how to handle text that tries to instruct agents, to send data elsewhere or to run dangerous
 * commands.
 */
export function SuspiciousContent({ draft, set, flagged }: SuspiciousContentProps) {
  return (
    <div className="flex flex-col gap-4 border-t pt-4">
      <p className="text-sm text-muted">
        Lectern flags snippets with instructions to agents, attempts to send data away, and dangerous commands.{" "}
        {describeFlagged(flagged)}
      </p>
      <ChoiceList
        label="Suspicious text in answers"
        options={ACTIONS}
        chosen={draft.suspiciousAction}
        onChange={(action) => set({ suspiciousAction: action as PolicyDraft["suspiciousAction"] })}
      />
      {draft.suspiciousAction === "block" && (
        <div className="max-w-96">
          <Field
            label="Flagged snippets that a library may have"
            hint="A library with more is not served. With 0, one flagged snippet blocks it."
          >
            <TextInput
              type="number"
              required
              min={0}
              max={1_000_000}
              value={draft.maxFlaggedSnippets}
              onChange={(event) => set({ maxFlaggedSnippets: event.target.value })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}

function describeFlagged({ snippetCount, libraryCount }: FlaggedCounts): string {
  if (snippetCount === 0) return "No library that members can use has such snippets now."
  const libraries = countOf(libraryCount, "library", "libraries")
  return `${countOf(snippetCount, "snippet")} in ${libraries} ${snippetCount === 1 ? "is" : "are"} flagged now.`
}

/** Describes the effect of a policy on the flagged snippets of a teamspace. */
export function describeEffect(
  action: PolicyDraft["suspiciousAction"],
  { snippetCount, libraryCount, blockedCount }: FlaggedCounts,
): string {
  const snippets = countOf(snippetCount, "flagged snippet")
  const libraries = countOf(libraryCount, "library", "libraries")
  if (snippetCount === 0) return "No snippet is flagged now."
  if (action === "flag") return `Answers mark ${snippets} in ${libraries}.`
  const omitted = `Answers leave out ${snippets} in ${libraries}.`
  if (action === "withhold") return omitted
  const blocked = `${countOf(blockedCount, "library", "libraries")} ${blockedCount === 1 ? "is" : "are"} not served.`
  return `${omitted} ${blocked}`
}
