import { LIMITS } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Field, TextArea } from "../../components/field.tsx"
import { DialogButton, Form } from "../../components/form.tsx"

interface ReportAnswerProps {
  /** Library id, followed by a version if the answer came from one. */
  readonly libraryId: string
  readonly question: string
}

/** Reports a question whose answer was wrong, for the people who maintain the library and for `lectern eval`. */
export function ReportAnswer(props: ReportAnswerProps) {
  return (
    <DialogButton label="This was wrong" title="Report a wrong answer">
      {(close) => <ReportForm {...props} onDone={close} />}
    </DialogButton>
  )
}

function ReportForm({ libraryId, question, onDone }: ReportAnswerProps & { readonly onDone: () => void }) {
  const [note, setNote] = useState("")
  const [, owner = "", repo = "", ...version] = libraryId.split("/")
  const send = useAction(
    () =>
      api.questions.report(`/${owner}/${repo}`, {
        question,
        ...(version.length === 0 ? {} : { version: version.join("/") }),
        ...(note.trim() === "" ? {} : { note: note.trim() }),
      }),
    { done: "Reported to the people who maintain this library", changes: ["questions"], onDone },
  )
  return (
    <Form action="Report the question" isBusy={send.isBusy} error={send.error} onSubmit={send.run}>
      <p className="text-muted [overflow-wrap:anywhere]">
        “{question}” is added to the questions that this library should answer better.
      </p>
      <Field label="What should the answer have said?" hint="Optional.">
        <TextArea
          rows={4}
          maxLength={LIMITS.descriptionMaxCharacters}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </Form>
  )
}
