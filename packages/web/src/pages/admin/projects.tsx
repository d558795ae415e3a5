import { LIMITS, type Project } from "@lectern/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../app/api.ts"
import { usePermissions, useSession } from "../../app/session.ts"
import { useAction } from "../../app/use-action.ts"
import { Button } from "../../components/button.tsx"
import { Confirm } from "../../components/dialog.tsx"
import { Field, TextInput } from "../../components/field.tsx"
import { DialogButton, Form } from "../../components/form.tsx"
import { Loaded } from "../../components/loaded.tsx"
import { Badge, Panel } from "../../components/panel.tsx"
import { Table } from "../../components/table.tsx"
import { RelativeTime } from "../../components/text.tsx"

/** Lists the projects of the teamspace. */
export function Projects() {
  const { data: session } = useSession()
  const teamspaceId = session?.teamspace?.id ?? ""
  const may = usePermissions()
  const list = useQuery({
    queryKey: ["projects", teamspaceId],
    queryFn: ({ signal }) => api.teamspaces.listProjects(teamspaceId, { signal }),
    enabled: teamspaceId !== "",
  })
  const create = (
    <DialogButton label="New project" title="Create a project" variant="primary" icon="plus">
      {(close) => <ProjectForm teamspaceId={teamspaceId} onDone={close} />}
    </DialogButton>
  )
  return (
    <Panel title="All projects" isFlush actions={may("manageProjects") && create}>
      <Loaded query={list}>
        {({ projects }) => (
          <Table
            label="Projects"
            rows={projects}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Name",
                cell: ({ name, isDefault }) => (
                  <span className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
                    <bdi>{name}</bdi>
                    {isDefault && <Badge>Default</Badge>}
                  </span>
                ),
              },
              {
                title: "Created",
                isEnd: true,
                isOptional: true,
                // The default project is as old as its teamspace, so it has no date.
                cell: ({ createdAt, isDefault }) => (isDefault ? "–" : <RelativeTime moment={createdAt} />),
              },
              {
                title: "Action",
                isEnd: true,
                cell: (project) =>
                  may("manageProjects") && <ProjectActions teamspaceId={teamspaceId} project={project} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function ProjectActions({ teamspaceId, project }: { readonly teamspaceId: string; readonly project: Project }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <DialogButton label="Rename" title={`Rename ${project.name}`}>
        {(close) => <ProjectForm teamspaceId={teamspaceId} project={project} onDone={close} />}
      </DialogButton>
      {!project.isDefault && (
        <Confirm
          title={`Delete ${project.name}?`}
          action="Delete"
          changes={["projects"]}
          onConfirm={() => api.teamspaces.deleteProject(teamspaceId, project.id)}
          trigger={(open) => (
            <Button variant="danger" onClick={open}>
              Delete
            </Button>
          )}
        >
          Its libraries move to the default project.
        </Confirm>
      )}
    </span>
  )
}

interface ProjectFormProps {
  readonly teamspaceId: string
  /** The project to rename; undefined for a new one. */
  readonly project?: Project
  readonly onDone: () => void
}

function ProjectForm({ teamspaceId, project, onDone }: ProjectFormProps) {
  const [name, setName] = useState(project?.name ?? "")
  const save = useAction(
    () =>
      project === undefined
        ? api.teamspaces.createProject(teamspaceId, { name })
        : api.teamspaces.updateProject(teamspaceId, project.id, { name }),
    { done: project === undefined ? "Project created" : "Project renamed", changes: ["projects"], onDone },
  )
  return (
    <Form
      action={project === undefined ? "Create project" : "Rename"}
      isBusy={save.isBusy}
      error={save.error}
      onSubmit={save.run}
    >
      <Field label="Name">
        <TextInput
          required
          maxLength={LIMITS.teamspaceNameMaxCharacters}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </Form>
  )
}
