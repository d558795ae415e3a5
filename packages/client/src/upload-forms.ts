import { type FolderContentsInput, UPLOAD_FILE_FIELDS } from "@lectern/contract"
import type { UploadedFile, UploadOptions } from "./client-options.ts"

type UploadTexts = Pick<UploadOptions, "title" | "description" | "force">

/** Creates the form for several PDF and DOCX files. */
export function filesForm(files: readonly UploadedFile[], texts: UploadTexts): FormData {
  const form = new FormData()
  form.set("relativePaths", JSON.stringify(files.map(({ path }) => path)))
  addTexts(form, "projectTitle", texts)
  for (const { path, content } of files) form.append("documentFiles", content, path)
  return form
}

/** Creates the form for one file, in the field that the endpoint expects. */
export function fileForm(
  field: "openapiFile" | "pdfFile",
  { path, content }: UploadedFile,
  texts: UploadTexts,
): FormData {
  const form = new FormData()
  addTexts(form, field === "openapiFile" ? "libraryTitle" : "projectTitle", texts)
  form.set(field, content, path)
  return form
}

/** Text fields come before files, so that the server has them when the files arrive. */
function addTexts(form: FormData, titleField: string, { title, description, force }: UploadTexts): void {
  if (title !== undefined) form.set(titleField, title)
  if (description !== undefined) form.set("description", description)
  if (force === true) form.set("force", "true")
}

/** Creates the form for a folder. @param files content of the files to send, by hash. */
export function folderForm(contents: FolderContentsInput, files: ReadonlyMap<string, Blob>): FormData {
  const form = new FormData()
  // Comes first, so that the server can check each file as it arrives.
  form.set("contents", JSON.stringify(contents))
  for (const [hash, content] of files) form.append(UPLOAD_FILE_FIELDS.folderUpload, content, hash)
  return form
}
