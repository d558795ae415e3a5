import { LecternYamlPackages } from "@lectern/contract"
import { parse as parseYaml } from "yaml"
import { type ProjectFiles, tableOf } from "./dependency.ts"
import type { PackageOverrides } from "./documentation.ts"

/**
 * Parses `packages` in the nearest `lectern.yaml`, in the folder of the project or above it.
 *
 * @throws {Error} if the file is invalid.
 */
export async function parseOverrides(files: ProjectFiles): Promise<PackageOverrides> {
  const file = await files.readNearest(["lectern.yaml", "lectern.yml"])
  const packages = file === undefined ? undefined : tableOf(parseYaml(file.text))["packages"]
  if (packages === undefined || packages === null) return {}
  const parsed = LecternYamlPackages.safeParse(packages)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  // The schema allows two forms, of which zod only says that neither matches.
  const reason =
    issue?.code === "invalid_union"
      ? "must be the address of a repository, the id of a library, none, or a set of keys with git"
      : (issue?.message ?? "invalid")
  throw new Error(`packages.${issue?.path.map(String).join(".") ?? ""}: ${reason}`)
}
