import type { FolderSource } from "./folder/options.ts"
import type { GitSource } from "./git/options.ts"
import type { ImportSource } from "./import/options.ts"
import type { LlmsTxtSource } from "./llmstxt/options.ts"
import type { NotesSource } from "./notes/options.ts"
import type { OpenApiSource } from "./openapi/options.ts"
import type { UploadSource } from "./upload/options.ts"
import type { WebsiteSource } from "./website/options.ts"
import type { WikiSource } from "./wiki/options.ts"

/** The source of a library. `FolderSource` is the bundled sample. */
export type Source =
  | GitSource
  | WebsiteSource
  | LlmsTxtSource
  | OpenApiSource
  | WikiSource
  | NotesSource
  | UploadSource
  | ImportSource
  | FolderSource
