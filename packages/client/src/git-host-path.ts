import type { OperationId } from "@lectern/contract"

/** Path segment of a git host that has its own endpoint; `git` for all others. */
export type GitHostPath = "hosted-a" | "hosted-b" | "hosted-c" | "git"

/** Operation that adds a repository, by its host. */
export const ADD_REPOSITORY = {
  "hosted-a": "addRepositoryHostedA",
  "hosted-b": "addRepositoryHostedB",
  "hosted-c": "addRepositoryHostedC",
  git: "addRepository",
} as const satisfies Readonly<Record<GitHostPath, OperationId>>
