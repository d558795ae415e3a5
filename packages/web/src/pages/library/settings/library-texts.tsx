import { LIMITS, type LibraryRecord, type UpdateLibraryRequest } from "@lectern/contract"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { usePermissions } from "../../../app/session.ts"
import { useAction } from "../../../app/use-action.ts"
import { Button } from "../../../components/button.tsx"
import { Field, Select, TextArea, TextInput } from "../../../components/field.tsx"
import { ActionError, Form } from "../../../components/form.tsx"
import { Panel } from "../../../components/panel.tsx"
import { NAMED_SCHEDULES } from "../../admin/describe-schedule.ts"

const CUSTOM = "custom"
const SCHEDULE_OPTIONS = [...NAMED_SCHEDULES, { value: CUSTOM, label: "A cron expression" }]
const CHANGES = ["library", "libraries"]

/** Changes the title, description, licence, origin and schedule of a library. */
export function LibraryTexts({ library }: { readonly library: LibraryRecord }) {
  const [title, setTitle] = useState(library.title)
  const [description, setDescription] = useState(library.description)
  const [schedule, setSchedule] = useState(library.refreshSchedule ?? "")
  const [license, setLicense] = useState(library.facts.license ?? "")
  const change: UpdateLibraryRequest = {
    ...(title === library.title ? {} : { title }),
    ...(description === library.description ? {} : { description }),
    ...(schedule === (library.refreshSchedule ?? "") ? {} : { refreshSchedule: schedule === "" ? null : schedule }),
    ...(license === (library.facts.license ?? "") ? {} : { license: license === "" ? null : license }),
  }
  const save = useAction(() => api.updateLibrary(library.id, change), { done: "Saved", changes: CHANGES })
  return (
    <Panel title="General">
      <Form
        action="Save"
        isBusy={save.isBusy}
        error={save.error}
        isDisabled={Object.keys(change).length === 0}
        onSubmit={save.run}
        beside={<OtherChanges library={library} />}
      >
        <Field label="Title">
          <TextInput
            required
            maxLength={LIMITS.titleMaxCharacters}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Field label="Description" hint="Agents use it to choose a library.">
          <TextArea
            rows={3}
            maxLength={LIMITS.descriptionMaxCharacters}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <div className="grid gap-4 md:grid-cols-2">
          <ScheduleField schedule={schedule} onChange={setSchedule} />
          <LicenseField license={license} onChange={setLicense} />
        </div>
      </Form>
    </Panel>
  )
}

/** Changes without a form field: restore the source's own texts, and set whether the library is verified. */
function OtherChanges({ library }: { readonly library: LibraryRecord }) {
  const may = usePermissions()
  const reset = useAction(() => api.updateLibrary(library.id, { title: null, description: null }), {
    done: "The next refresh sets title and description from the source",
    changes: CHANGES,
  })
  const verify = useAction(() => api.updateLibrary(library.id, { verified: !library.verified }), {
    done: "Saved",
    changes: CHANGES,
  })
  return (
    <>
      <Button isBusy={reset.isBusy} onClick={reset.run}>
        Use the text from the source
      </Button>
      {may("updatePublicLibrary") && (
        <Button isBusy={verify.isBusy} onClick={verify.run}>
          {library.verified ? "Mark the origin as unverified" : "Mark the origin as verified"}
        </Button>
      )}
      <ActionError error={reset.error ?? verify.error} />
    </>
  )
}

interface LicenseFieldProps {
  readonly license: string
  readonly onChange: (license: string) => void
}

function LicenseField({ license, onChange }: LicenseFieldProps) {
  return (
    <Field label="Licence" hint="SPDX id such as MIT. If empty, the licence of the source.">
      <TextInput maxLength={100} value={license} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

interface ScheduleFieldProps {
  readonly schedule: string
  readonly onChange: (schedule: string) => void
}

function ScheduleField({ schedule, onChange }: ScheduleFieldProps) {
  const isNamed = NAMED_SCHEDULES.some(({ value }) => value === schedule)
  const [isCustom, setCustom] = useState(!isNamed)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label="Refresh">
        <Select
          value={isCustom ? CUSTOM : schedule}
          options={SCHEDULE_OPTIONS}
          onChange={(value) => {
            setCustom(value === CUSTOM)
            if (value !== CUSTOM) onChange(value)
          }}
        />
      </Field>
      {isCustom && (
        <Field label="Cron expression" hint="Minute, hour, day of the month, month, day of the week, in UTC.">
          <TextInput
            required
            placeholder="0 3 * * 1-5"
            className="font-mono"
            value={schedule}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      )}
    </div>
  )
}
