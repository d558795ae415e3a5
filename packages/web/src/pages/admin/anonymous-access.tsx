import type { UpdatePermissionsRequest } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { api, queries } from "../../app/api.ts"
import { usePermissions } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Switch } from "../../components/switch.tsx"

const KEY = ["anonymous-permissions"] as const

/** Shows and changes what callers without an account or key may do besides asking questions. */
export function AnonymousAccess() {
  const may = usePermissions()
  const permissions = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.admin.getPermissions({ signal }) })
  const change = useAction((request: UpdatePermissionsRequest) => api.admin.updatePermissions(request), {
    done: "Saved",
    onDone: (changed) => queries.setQueryData(KEY, changed),
    isErrorBrief: true,
  })
  return (
    <Panel
      title="Without an account or key"
      description="Public libraries can be read without either. Changes take effect immediately."
    >
      <Loaded query={permissions} rows={2}>
        {(granted) => (
          <>
            <Switch
              label="Add and refresh libraries"
              hint="Anyone who can reach this server can make it download and index a public source."
              isOn={granted.parse}
              disabled={!may("changePermissions")}
              onChange={(parse) => change.run({ parse })}
            />
            <Switch
              label="Delete libraries"
              hint="Anyone who can reach this server can delete any public library."
              isOn={granted.delete}
              disabled={!may("changePermissions")}
              onChange={(isOn) => change.run({ delete: isOn })}
            />
          </>
        )}
      </Loaded>
    </Panel>
  )
}
