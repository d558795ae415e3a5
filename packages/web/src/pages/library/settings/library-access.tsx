import type { LibraryAccess as Access, LibraryRecord } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../app/api.ts"
import { useAction } from "../../../app/use-action.ts"
import { Form } from "../../../components/form.tsx"
import { Loaded } from "../../../components/loaded.tsx"
import { Panel } from "../../../components/panel.tsx"
import { type AccessDraft, AccessFields, accessRequestOf } from "../../admin/access-fields.tsx"

/** Shows and changes who can see a library. */
export function LibraryAccess({ library }: { readonly library: LibraryRecord }) {
  const access = useQuery({
    queryKey: ["library-access", library.id],
    queryFn: ({ signal }) => api.visibility.getLibraryAccess(library.id, { signal }),
  })
  return (
    <Panel
      title="Visibility"
      description={
        library.private
          ? "A private library: only members of its teamspace can see it."
          : "A public library: everyone who can reach this instance can see it, unless a rule says otherwise."
      }
    >
      <Loaded query={access} rows={1}>
        {(stored) => <AccessForm key={JSON.stringify(stored)} stored={stored} />}
      </Loaded>
    </Panel>
  )
}

function AccessForm({ stored }: { readonly stored: Access }) {
  const before: AccessDraft = {
    access: stored.access,
    users: stored.users.join("\n"),
    groups: stored.groups.join("\n"),
  }
  const [draft, setDraft] = useState(before)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const save = useAction(() => api.visibility.updateLibraryAccess(stored.libraryId, accessRequestOf(draft)), {
    done: "Visibility saved",
    changes: ["library-access", "libraries"],
  })
  return (
    <Form action="Save" isBusy={save.isBusy} isDisabled={!isChanged} error={save.error} onSubmit={save.run}>
      <AccessFields draft={draft} onChange={setDraft} hasDefault />
    </Form>
  )
}
