import { expect, it } from "vitest"
import { inOptionWords } from "./option-words.ts"

it.each([
  ["/a/b already exists. Send force to process it again", "/a/b already exists. Use --force to process it again"],
  [
    "/a/b already exists. Send force=true to replace its files",
    "/a/b already exists. Use --force to replace its files",
  ],
  ["Choose another title, or send force to replace them", "Choose another title, or use --force to replace them"],
  ["upload the file again with force", "upload the file again with --force"],
  ["Refresh it without gitToken", "Refresh it without --git-token-from"],
  ["docsRepoUrl: is required; folders.0: must not be empty", "source: is required; --folder: must not be empty"],
  ["refreshSchedule: is not a cron expression", "--schedule: is not a cron expression"],
  ["the folders: docs and en, of myLibrary", "the folders: docs and en, of myLibrary"],
])("names the option of the command instead of the field of the API: %s", (message, expected) => {
  expect(inOptionWords(message)).toBe(expected)
})
