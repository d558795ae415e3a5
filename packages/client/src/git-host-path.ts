import type { OperationId } from "@lectern/contract"

/**
 * Path segment of a git host that has its own endpoint; `git` for all others. `hosted-a`, `hosted-b` and `hosted-c` are aliases
 * of the first three.
 */
export type GitHostPath = "github" | "gitlab" | "bitbucket" | "git"

/** Operation that adds a repository, by its host. */
export const ADD_REPOSITORY = {
  github: "addRepositoryHostedA",
  gitlab: "addRepositoryHostedB",
  bitbucket: "addRepositoryHostedC",
  git: "addRepository",
} as const satisfies Readonly<Record<GitHostPath, OperationId>>
