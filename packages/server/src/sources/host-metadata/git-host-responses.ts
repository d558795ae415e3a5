import { z } from "zod"
import type { HostMetadata, OwnerMetadata } from "../../catalogue/libraries/metadata-records.ts"
import { spdxIdOf } from "../project-files/spdx-id.ts"

/**
 * The fields of API responses that Lectern uses; a field with an unexpected type counts as missing. GitHub: REST "Get a
 * repository", "Get an organization", "Get a user". GitLab: "Get a single project" with `license=true`, "Get group
 * details". Bitbucket Cloud 2.0: "Get a repository", "Get a workspace". Gitea and Forgejo: "repoGet", "userGet".
 */

/** A parsed repository response, and the URL of its owner. */
export interface ReadRepository {
  readonly facts: Omit<HostMetadata, "forge" | "etag" | "owner">
  readonly owner: { readonly name: string; readonly isOrganisation: boolean | null } | null
}

const text = z.string().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const count = z.number().int().nonnegative().nullish().catch(null)
const date = z
  .string()
  .transform((value) => Date.parse(value))
  .refine((value) => !Number.isNaN(value))
  .nullish()
  .catch(null)

const Github = z.object({
  stargazers_count: count,
  license: z.object({ spdx_id: text }).nullish().catch(null),
  description: text,
  archived: flag,
  fork: flag,
  created_at: date,
  pushed_at: date,
  owner: z.object({ login: z.string(), type: text }).nullish().catch(null),
})

/** Parses GitHub's response about a repository. */
export function readGithub(json: unknown): ReadRepository | undefined {
  const { data } = Github.safeParse(json)
  if (data === undefined) return undefined
  const { owner } = data
  return {
    facts: {
      stars: data.stargazers_count ?? null,
      license: spdxIdOf(data.license?.spdx_id),
      description: wordsOf(data.description),
      isArchived: data.archived ?? null,
      isFork: data.fork ?? null,
      createdAtMs: data.created_at ?? null,
      pushedAtMs: data.pushed_at ?? null,
    },
    owner: owner ? { name: owner.login, isOrganisation: owner.type === "Organization" } : null,
  }
}

const Gitlab = z.object({
  star_count: count,
  license: z.object({ key: text }).nullish().catch(null),
  description: text,
  archived: flag,
  forked_from_project: z.unknown().optional(),
  created_at: date,
  last_activity_at: date,
  namespace: z.object({ full_path: z.string(), kind: text }).nullish().catch(null),
})

/** Parses GitLab's response about a project. */
export function readGitlab(json: unknown): ReadRepository | undefined {
  const { data } = Gitlab.safeParse(json)
  if (data === undefined) return undefined
  const { namespace } = data
  return {
    facts: {
      stars: data.star_count ?? null,
      license: spdxIdOf(data.license?.key),
      description: wordsOf(data.description),
      isArchived: data.archived ?? null,
      isFork: data.forked_from_project !== undefined && data.forked_from_project !== null,
      createdAtMs: data.created_at ?? null,
      pushedAtMs: data.last_activity_at ?? null,
    },
    // The top-level group is the owner; the age of a subgroup says nothing about it.
    owner: namespace
      ? { name: namespace.full_path.split("/")[0] ?? namespace.full_path, isOrganisation: namespace.kind === "group" }
      : null,
  }
}

const Bitbucket = z.object({
  description: text,
  parent: z.unknown().optional(),
  created_on: date,
  updated_on: date,
  workspace: z.object({ slug: z.string() }).nullish().catch(null),
})

/** Parses Bitbucket's response about a repository, which has no stars and no licence. */
export function readBitbucket(json: unknown): ReadRepository | undefined {
  const { data } = Bitbucket.safeParse(json)
  if (data === undefined) return undefined
  return {
    facts: {
      stars: null,
      license: null,
      description: wordsOf(data.description),
      isArchived: null,
      isFork: data.parent !== undefined && data.parent !== null,
      createdAtMs: data.created_on ?? null,
      pushedAtMs: data.updated_on ?? null,
    },
    owner: data.workspace ? { name: data.workspace.slug, isOrganisation: null } : null,
  }
}

const Gitea = z.object({
  stars_count: count,
  licenses: z.array(z.string()).nullish().catch(null),
  description: text,
  archived: flag,
  fork: flag,
  created_at: date,
  updated_at: date,
  full_name: z.string(),
  owner: z.object({ login: z.string() }).nullish().catch(null),
})

/** Parses Gitea's and Forgejo's response about a repository; other servers' responses have no `full_name`. */
export function readGitea(json: unknown): ReadRepository | undefined {
  const { data } = Gitea.safeParse(json)
  if (data === undefined) return undefined
  return {
    facts: {
      stars: data.stars_count ?? null,
      license: spdxIdOf(data.licenses?.length === 1 ? data.licenses[0] : undefined),
      description: wordsOf(data.description),
      isArchived: data.archived ?? null,
      isFork: data.fork ?? null,
      createdAtMs: data.created_at ?? null,
      pushedAtMs: data.updated_at ?? null,
    },
    owner: data.owner ? { name: data.owner.login, isOrganisation: null } : null,
  }
}

const Owner = z.object({ created_at: date, created_on: date, created: date, is_verified: flag, type: text })

/** Parses any git host's response about an account. */
export function readOwner(json: unknown, isOrganisation: boolean | null): OwnerMetadata | undefined {
  const { data } = Owner.safeParse(json)
  if (data === undefined) return undefined
  return {
    isOrganisation,
    createdAtMs: data.created_at ?? data.created_on ?? data.created ?? null,
    isVerified: isOrganisation === true && data.is_verified === true,
  }
}

function wordsOf(description: string | null | undefined): string | null {
  const words = (description ?? "").replaceAll(/\s+/g, " ").trim()
  return words === "" ? null : words
}
