import type { AccessRule, AccessRules as Rules } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { ActionError, DialogButton, Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { Switch } from "../../components/switch.tsx"
import { Table } from "../../components/table.tsx"
import { AccessFields, accessRequestOf, type AccessDraft, readersOf } from "./access-fields.tsx"

/**
 * Shows and changes who can see libraries that have no access setting of their own: by default, and by the prefix of
 * their id.
 */
export function AccessRules() {
  const rules = useQuery({
    queryKey: ["access-rules"],
    queryFn: ({ signal }) => api.visibility.getAccessRules({ signal }),
  })
  const add = (
    <DialogButton label="New rule" title="Create a rule" variant="primary" icon="plus">
      {(close) => <RuleForm onDone={close} />}
    </DialogButton>
  )
  return (
    <Panel
      title="Rules by prefix"
      description="The rule with the longest matching prefix applies. Admins can always see every library."
      isFlush
      actions={add}
    >
      <Loaded query={rules}>
        {(stored) => (
          <>
            <div className="border-b px-4 py-2">
              <DefaultAccess stored={stored} />
            </div>
            {stored.rules.length === 0 ? (
              <Empty icon="lock" title="No rules">
                Every member can see every library of the teamspace.
              </Empty>
            ) : (
              <RuleTable rules={stored.rules} />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function DefaultAccess({ stored }: { readonly stored: Rules }) {
  const isOpen = stored.default === "open"
  const save = useAction(() => api.visibility.updateAccessRules({ default: isOpen ? "closed" : "open" }), {
    done: "Saved",
    changes: ["access-rules", "libraries"],
  })
  return (
    <>
      <Switch
        label="Libraries without a rule are visible to every member"
        hint="If this is off, only admins can see libraries that no rule matches."
        isOn={isOpen}
        disabled={save.isBusy}
        onChange={save.run}
      />
      <ActionError error={save.error} />
    </>
  )
}

function RuleTable({ rules }: { readonly rules: readonly AccessRule[] }) {
  return (
    <Table
      label="Access rules"
      rows={rules}
      keyOf={({ prefix }) => prefix}
      columns={[
        { title: "Libraries", cell: ({ prefix }) => <code className="font-mono text-sm">{prefix}</code> },
        {
          title: "Visible to",
          cell: (rule) => <span className="[overflow-wrap:anywhere]">{readersOf(rule)}</span>,
        },
        {
          title: "Action",
          isEnd: true,
          cell: (rule) => (
            <span className="inline-flex flex-wrap justify-end gap-2">
              <DialogButton label="Edit" title={`Edit the rule for ${rule.prefix}`}>
                {(close) => <RuleForm rule={rule} onDone={close} />}
              </DialogButton>
              <Confirm
                title={`Delete the rule for ${rule.prefix}?`}
                action="Delete"
                changes={["access-rules", "libraries"]}
                onConfirm={() => api.visibility.updateAccessRules({ remove: [rule.prefix] })}
                trigger={(open) => (
                  <Button variant="danger" onClick={open}>
                    Delete
                  </Button>
                )}
              >
                A shorter matching rule, or the default, then applies to these libraries.
              </Confirm>
            </span>
          ),
        },
      ]}
    />
  )
}

function RuleForm({ rule, onDone }: { readonly rule?: AccessRule; readonly onDone: () => void }) {
  const [prefix, setPrefix] = useState(rule?.prefix ?? "")
  const [draft, setDraft] = useState<AccessDraft>({
    access: rule?.access ?? "chosen",
    users: rule?.users.join("\n") ?? "",
    groups: rule?.groups.join("\n") ?? "",
  })
  const request = accessRequestOf(draft)
  const access = request.access === "default" ? "everyone" : request.access
  const save = useAction(() => api.visibility.updateAccessRules({ set: [{ ...request, prefix, access }] }), {
    done: "Rule saved",
    changes: ["access-rules", "libraries"],
    onDone,
  })
  return (
    <Form action="Save rule" isBusy={save.isBusy} error={save.error} onSubmit={save.run}>
      <Field label="Libraries" hint="/owner/repo, /owner for all its libraries, or a prefix that ends in *.">
        <TextInput
          required
          disabled={rule !== undefined}
          placeholder="/acme/internal-*"
          value={prefix}
          onChange={(event) => setPrefix(event.target.value)}
        />
      </Field>
      <AccessFields draft={draft} onChange={setDraft} />
    </Form>
  )
}
