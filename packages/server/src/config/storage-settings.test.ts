import { describe, expect, it } from "vitest"
import { BadSettings, readSettings } from "./settings.ts"
import { parseBlobLocation } from "./storage-settings.ts"

const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    return error instanceof BadSettings ? error.problems : [String(error)]
  }
}

describe("the location of blobs", () => {
  it.each([
    [undefined, { kind: "directory" }],
    ["postgres", { kind: "postgres" }],
    ["s3://docs.example", { kind: "s3", bucket: "docs.example", prefix: "" }],
    ["s3://docs/", { kind: "s3", bucket: "docs", prefix: "" }],
    ["s3://docs/lectern//blobs/", { kind: "s3", bucket: "docs", prefix: "lectern/blobs" }],
    ["s3://", undefined],
    ["s3://No", undefined],
    ["s3://docs/a b", undefined],
    ["directory", undefined],
  ])("of %j is %j", (setting, location) => {
    expect(parseBlobLocation(setting)).toEqual(location)
  })
})

describe("the path of a folder", () => {
  it.each(["gs://backups", "file:///var/backups", "postgres:/database", "s3://data"])("cannot be %s", (address) => {
    expect(problemsOf({ LECTERN_DATA_DIR: address })).toEqual([expect.stringContaining("LECTERN_DATA_DIR")])
    expect(problemsOf({ LECTERN_DATA_DIR: address })[0]).toContain("must be the path of a folder")
  })

  it.each(["gs://backups", "file:///var/backups", "https://store.example/backups"])(
    "cannot be %s for backups",
    (address) => {
      expect(problemsOf({ LECTERN_BACKUP_TO: address })[0]).toContain("must be a folder or s3://BUCKET/PREFIX")
    },
  )

  it.each(["./data", "/var/lib/lectern", "C:/lectern", "at 10:30", "~/data"])("can be %s", (path) => {
    expect(problemsOf({ LECTERN_DATA_DIR: path, LECTERN_BACKUP_TO: `${path}/backups` })).toEqual([])
  })
})

describe("storage settings", () => {
  it.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ LECTERN_BLOBS: "s3://docs", LECTERN_S3_ENDPOINT: "http://127.0.0.1:9000" }, []],
    [{ LECTERN_BLOBS: "postgres", DATABASE_URL: "postgres://a@b/c" }, []],
    [{ LECTERN_BLOBS: "postgres" }, ["DATABASE_URL: required when LECTERN_BLOBS is postgres"]],
    [
      { LECTERN_BLOBS: "gs://docs", LECTERN_S3_PATH_STYLE: "maybe", LECTERN_BLOB_CACHE_MEGABYTES: "0" },
      ['LECTERN_BLOBS: "gs://docs" must be', "LECTERN_BLOB_CACHE_MEGABYTES: ", "LECTERN_S3_PATH_STYLE: "],
    ],
    [{ LECTERN_S3_ENDPOINT: "https://s3.example" }, []],
  ])("%j have the problems %j", (environment, problems) => {
    const found = problemsOf(environment)

    expect(found.map((problem, at) => problem.slice(0, problems[at]?.length))).toEqual(problems)
  })

  it("take the region from the variables of AWS, unless there is an own one", () => {
    const aws = { AWS_DEFAULT_REGION: "eu-west-1", AWS_REGION: "eu-central-1" }

    expect(readSettings({}).LECTERN_S3_REGION).toBe("us-east-1")
    expect(readSettings(aws).LECTERN_S3_REGION).toBe("eu-central-1")
    expect(readSettings({ ...aws, LECTERN_S3_REGION: "garage" }).LECTERN_S3_REGION).toBe("garage")
  })
})
