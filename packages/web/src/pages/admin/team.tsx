import {
  type CreateInvitationResponse,
  type Invitation,
  type Member,
  TEAMSPACE_ROLES,
  type TeamspaceRole,
} from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { ROOT_URL } from "../../app/root-url.ts"
import { usePermissions, useSession } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, Select, TextInput } from "../../components/field.tsx"
import { DialogButton, Form, OnceShown } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Empty } from "../../components/states.tsx"
import { type Column, Table } from "../../components/table.tsx"
import { CodeBlock, RelativeTime } from "../../components/text.tsx"
import { TeamspaceName } from "./teamspace-name.tsx"

const HOSTED_LABELS = { owner: "Owner", admin: "Admin", developer: "Developer" } as const
const SELF_HOSTED_LABELS = { owner: "Admin", admin: "Admin", developer: "Member" } as const

/** Returns the labels of the roles; a self-hosted instance has two of them. */
function useRoles() {
  const { data: session } = useSession()
  const may = usePermissions()
  const isHosted = session?.edition === "hosted"
  const labels = isHosted ? HOSTED_LABELS : SELF_HOSTED_LABELS
  const roles = TEAMSPACE_ROLES.filter(
    (role) => (isHosted || role !== "admin") && (role !== "owner" || may("manageOwners")),
  )
  return { labels, isHosted, options: roles.map((value) => ({ value, label: labels[value] })).toReversed() }
}

const roleOf = (value: string): TeamspaceRole => TEAMSPACE_ROLES.find((role) => role === value) ?? "developer"

/** Lists the members of the current teamspace, and its open invitations. */
export function Team() {
  const { data: session } = useSession()
  const may = usePermissions()
  const teamspace = session?.teamspace
  if (!teamspace) return <Empty icon="user" title="No teamspace" />
  return (
    <>
      {session.edition === "hosted" && <TeamspaceName teamspace={teamspace} />}
      <Members teamspaceId={teamspace.id} />
      {may("manageMembers") && <Invitations teamspaceId={teamspace.id} />}
    </>
  )
}

function Members({ teamspaceId }: { readonly teamspaceId: string }) {
  const roles = useRoles()
  const list = useQuery({
    queryKey: ["members", teamspaceId],
    queryFn: ({ signal }) => api.teamspaces.listMembers(teamspaceId, { signal }),
  })
  const actions: Column<Member> = {
    title: "Action",
    isEnd: true,
    cell: (member) => <MemberActions teamspaceId={teamspaceId} member={member} />,
  }
  return (
    <Panel title="Members" isFlush>
      <Loaded query={list}>
        {({ members }) => (
          <Table
            label="Members"
            rows={members}
            keyOf={({ userId }) => userId}
            columns={[
              { title: "Name", cell: ({ name }) => <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi> },
              { title: "Role", cell: ({ role }) => <Badge>{roles.labels[role]}</Badge> },
              {
                title: "Joined",
                isEnd: true,
                isOptional: true,
                cell: ({ joinedAt }) => <RelativeTime moment={joinedAt} />,
              },
              ...(roles.isHosted ? [actions] : []),
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

interface MemberProps {
  readonly teamspaceId: string
  readonly member: Member
}

/** Actions for the hosted edition, because roles belong to accounts on a self-hosted instance. */
function MemberActions({ teamspaceId, member }: MemberProps) {
  const { data: session } = useSession()
  const may = usePermissions()
  const isOwn = session?.user?.id === member.userId
  if (!may("manageMembers") && !isOwn) return null
  const remove = () => api.teamspaces.removeMember(teamspaceId, member.userId)
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {may("manageMembers") && (
        <DialogButton label="Change role" title={`Role of ${member.name}`}>
          {(close) => <ChangeRole teamspaceId={teamspaceId} member={member} onDone={close} />}
        </DialogButton>
      )}
      <Confirm
        title={isOwn ? "Leave this teamspace?" : `Remove ${member.name}?`}
        action={isOwn ? "Leave" : "Remove"}
        changes={["members", "session"]}
        onConfirm={remove}
        trigger={(open) => (
          <Button variant="danger" onClick={open}>
            {isOwn ? "Leave" : "Remove"}
          </Button>
        )}
      >
        The private libraries of the teamspace are no longer visible to {isOwn ? "you" : member.name}, and keys of the
        teamspace stop working.
      </Confirm>
    </span>
  )
}

function ChangeRole({ teamspaceId, member, onDone }: MemberProps & { readonly onDone: () => void }) {
  const [role, setRole] = useState(member.role)
  const { options } = useRoles()
  const save = useAction(() => api.teamspaces.updateMember(teamspaceId, member.userId, { role }), {
    done: "Role changed",
    changes: ["members"],
    onDone,
  })
  return (
    <Form action="Save" isBusy={save.isBusy} error={save.error} isDisabled={role === member.role} onSubmit={save.run}>
      <Field label="Role">
        <Select value={role} options={options} onChange={(value) => setRole(roleOf(value))} />
      </Field>
    </Form>
  )
}

function Invitations({ teamspaceId }: { readonly teamspaceId: string }) {
  const { labels } = useRoles()
  const list = useQuery({
    queryKey: ["invitations", teamspaceId],
    queryFn: ({ signal }) => api.teamspaces.listInvitations(teamspaceId, { signal }),
  })
  const revoke = (invitation: Invitation) => api.teamspaces.revokeInvitation(teamspaceId, invitation.id)
  const invite = (
    <DialogButton label="Invite someone" title="Invite someone" variant="primary" icon="plus">
      {() => <Invite teamspaceId={teamspaceId} />}
    </DialogButton>
  )
  return (
    <Panel
      title="Open invitations"
      description="Lectern sends no email: send the link yourself."
      isFlush
      actions={invite}
    >
      <Loaded query={list}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <Empty icon="user" title="No open invitations" />
          ) : (
            <Table
              label="Open invitations"
              rows={invitations}
              keyOf={({ id }) => id}
              columns={[
                { title: "For", cell: ({ label }) => <bdi className="[overflow-wrap:anywhere]">{label}</bdi> },
                { title: "Role", cell: ({ role }) => <Badge>{labels[role]}</Badge> },
                { title: "Expires", isEnd: true, cell: ({ expiresAt }) => <RelativeTime moment={expiresAt} /> },
                {
                  title: "Action",
                  isEnd: true,
                  cell: (invitation) => (
                    <Confirm
                      title={`Revoke the invitation for ${invitation.label}?`}
                      action="Revoke"
                      changes={["invitations"]}
                      onConfirm={() => revoke(invitation)}
                      trigger={(open) => (
                        <Button variant="danger" onClick={open}>
                          Revoke
                        </Button>
                      )}
                    >
                      Its link stops working at once.
                    </Confirm>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Invite({ teamspaceId }: { readonly teamspaceId: string }) {
  const [label, setLabel] = useState("")
  const [role, setRole] = useState<TeamspaceRole>("developer")
  const [invitation, setInvitation] = useState<CreateInvitationResponse>()
  const { options } = useRoles()
  const create = useAction(() => api.teamspaces.createInvitation(teamspaceId, { label, role }), {
    changes: ["invitations"],
    onDone: setInvitation,
  })
  if (invitation !== undefined) {
    return (
      <OnceShown>
        <CodeBlock code={new URL(invitation.path.replace(/^\//, ""), ROOT_URL).href} label="invitation link" />
      </OnceShown>
    )
  }
  return (
    <Form action="Create link" isBusy={create.isBusy} error={create.error} onSubmit={create.run}>
      <Field label="Who is it for?" hint="A note for you and other admins.">
        <TextInput required maxLength={200} value={label} onChange={(event) => setLabel(event.target.value)} />
      </Field>
      <Field label="Role">
        <Select value={role} options={options} onChange={(value) => setRole(roleOf(value))} />
      </Field>
    </Form>
  )
}
