import type { HookHost } from "@lectern/contract"
import { z } from "zod"
import type { HookHeaders } from "../../access/secrets/incoming-hook-signature.ts"

/** A branch or tag that was pushed, moved or deleted. */
export interface PushedReference {
  readonly kind: "branch" | "tag"
  readonly name: string
}

/** The push that a git host reports. */
export interface Push {
  /** Address of the repository, as the git host writes it. */
  readonly repositoryUrl: string
  /** SSH address of the repository, if the git host sends one. */
  readonly sshUrl?: string | undefined
  /** Default branch of the repository, if the git host sends it. */
  readonly defaultBranch?: string | undefined
  readonly references: readonly PushedReference[]
}

/** The header with the name of the event, and the events that are pushes. */
const EVENTS: Readonly<Record<HookHost, { readonly header: string; readonly pushes: readonly string[] }>> = {
  github: { header: "x-github-event", pushes: ["push"] },
  gitlab: { header: "x-gitlab-event", pushes: ["push hook", "tag push hook"] },
  gitea: { header: "x-gitea-event", pushes: ["push", "create", "delete"] },
  bitbucket: { header: "x-event-key", pushes: ["repo:push"] },
}

const GitHubPush = z.object({
  ref: z.string(),
  ref_type: z.enum(["branch", "tag"]).optional(),
  repository: z.object({
    clone_url: z.string(),
    ssh_url: z.string().optional(),
    default_branch: z.string().optional().catch(undefined),
  }),
})
const GitLabPush = z.object({
  ref: z.string(),
  project: z.object({
    git_http_url: z.string(),
    git_ssh_url: z.string().optional(),
    default_branch: z.string().optional().catch(undefined),
  }),
})
const BitbucketReference = z.object({ type: z.string(), name: z.string() }).nullish()
const BitbucketPush = z.object({
  repository: z.object({ links: z.object({ html: z.object({ href: z.string() }) }) }),
  push: z.object({ changes: z.array(z.object({ new: BitbucketReference, old: BitbucketReference })) }),
})

/**
 * Parses the payload of an incoming hook.
 *
 * @returns undefined for other events and for payloads with an unknown structure.
 */
export function parsePush(forge: HookHost, headers: HookHeaders, body: unknown): Push | undefined {
  const { header, pushes } = EVENTS[forge]
  const event = headers[header]
  if (typeof event !== "string" || !pushes.includes(event.toLowerCase())) return undefined
  if (forge === "bitbucket") return readBitbucket(body)
  if (forge === "gitlab") {
    const { data } = GitLabPush.safeParse(body)
    return (
      data && {
        repositoryUrl: data.project.git_http_url,
        sshUrl: data.project.git_ssh_url,
        defaultBranch: data.project.default_branch,
        references: referencesOf(data.ref),
      }
    )
  }
  const { data } = GitHubPush.safeParse(body)
  if (data === undefined) return undefined
  const { ref, ref_type: kind, repository } = data
  // Gitea's `create` and `delete` events contain only the name.
  const references = kind === undefined ? referencesOf(ref) : [{ kind, name: ref.replace(/^refs\/(heads|tags)\//, "") }]
  const { clone_url: repositoryUrl, ssh_url: sshUrl, default_branch: defaultBranch } = repository
  return { repositoryUrl, sshUrl, defaultBranch, references }
}

function readBitbucket(body: unknown): Push | undefined {
  const { data } = BitbucketPush.safeParse(body)
  if (data === undefined) return undefined
  const references = data.push.changes.flatMap((change): PushedReference[] => {
    const moved = change.new ?? change.old
    if (moved === null || moved === undefined) return []
    return [{ kind: moved.type === "tag" ? "tag" : "branch", name: moved.name }]
  })
  return { repositoryUrl: data.repository.links.html.href, references }
}

function referencesOf(ref: string): readonly PushedReference[] {
  const [, folder, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? []
  return name === undefined ? [] : [{ kind: folder === "tags" ? "tag" : "branch", name }]
}
