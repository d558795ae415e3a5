import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { systemClock } from "../base/clock.ts"
import { silentLog } from "../base/log.ts"
import { readSettings, type Settings } from "../config/settings.ts"
import { makeWorker } from "./make-worker.ts"
import { openStore } from "./open-store.ts"
import { WORKER_SETTINGS, workerEnvironment } from "./worker-environment.ts"

it("gives a worker no passwords, no keys of callers and nothing of other programs", () => {
  const given = {
    PATH: "/bin",
    LECTERN_DATA_DIR: "/data",
    LECTERN_ENCRYPTION_KEY: "0".repeat(64),
    https_proxy: "http://proxy.example:8080",
    LECTERN_ADMIN_PASSWORD: "secret",
    LECTERN_BOOTSTRAP_KEY: "secret",
    LECTERN_API_KEY: "secret",
    API_KEY: "secret",
    LECTERN_OIDC_CLIENT_SECRET: "secret",
    AWS_SECRET_ACCESS_KEY: "secret",
    NODE_OPTIONS: "--inspect",
  }

  expect(workerEnvironment(given)).toEqual({
    PATH: "/bin",
    LECTERN_DATA_DIR: "/data",
    LECTERN_ENCRYPTION_KEY: "0".repeat(64),
    https_proxy: "http://proxy.example:8080",
  })
})

it("gives a worker the credentials of AWS if blobs are in S3, and nothing else of AWS", () => {
  const s3 = {
    LECTERN_BLOBS: "s3://bucket/prefix",
    LECTERN_S3_ENDPOINT: "https://s3.example",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    AWS_WEB_IDENTITY_TOKEN_FILE: "/token",
  }

  expect(workerEnvironment({ ...s3, AWS_LAMBDA_FUNCTION_NAME: "other", LECTERN_API_KEY: "secret" })).toEqual(s3)
  const { LECTERN_BLOBS: backups, ...others } = s3
  expect(workerEnvironment({ ...others, LECTERN_BACKUP_TO: backups })).toEqual({
    ...others,
    LECTERN_BACKUP_TO: backups,
  })
  expect(workerEnvironment({ ...s3, LECTERN_BLOBS: "postgres" })).toEqual({
    LECTERN_BLOBS: "postgres",
    LECTERN_S3_ENDPOINT: "https://s3.example",
  })
})

it("gives a worker every setting that it reads", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-worker-env-"))
  const url = "http://127.0.0.1:9/v1"
  const settings = readSettings({
    LECTERN_DATA_DIR: dataDir,
    LECTERN_PUBLIC_URL: "https://docs.example.com",
    LECTERN_CONFLUENCE_CLIENT_ID: "id",
    LECTERN_CONFLUENCE_CLIENT_SECRET: "secret",
    LECTERN_NOTION_CLIENT_ID: "id",
    LECTERN_NOTION_CLIENT_SECRET: "secret",
    LECTERN_EMBEDDER_URL: url,
    LECTERN_EMBEDDER_MODEL: "model",
    LECTERN_WRITER_URL: url,
    LECTERN_WRITER_MODEL: "model",
  })
  const read = new Set<string>()
  const watched = new Proxy(settings, {
    get(target, name) {
      read.add(String(name))
      return Reflect.get(target, name) as unknown
    },
  })
  const runtime = { clock: systemClock, log: silentLog }

  const store = await openStore(watched, runtime)
  await makeWorker(watched, store, runtime)
  await store.close()
  await rm(dataDir, { recursive: true })

  const passed: readonly (keyof Settings)[] = WORKER_SETTINGS
  // The reranker answers questions, which a worker does not.
  const missing = [...read].filter((name) => !passed.some((setting) => setting === name) && !/_RERANKER_/.test(name))
  expect(missing).toEqual([])
})
