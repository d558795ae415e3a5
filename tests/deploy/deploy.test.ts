import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { LIMITS, pathsOf, ROUTES } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { readSettings, settingsSchema } from "../../packages/server/src/config/settings.ts"

const projectRoot = resolve(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(projectRoot, "deploy", path), "utf8")
const chart = "helm/lectern"
const templates = readdirSync(join(projectRoot, "deploy", chart, "templates"))
const dockerfile = read("Dockerfile")
const finalStage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
const compose = parse(read("compose.yaml")) as {
  services: { server: Record<string, unknown> & { environment: Record<string, string> } }
}
const { server } = compose.services

/** Runs a linter that a machine may lack. @returns what it complains about. */
function complaintsOf(program: string, ...args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return ""
    return String((error as { stdout?: string }).stdout) + String((error as { stderr?: string }).stderr)
  }
}

describe("files that run Lectern on a server", () => {
  it("set variables that exist", () => {
    const proxies = ["reverse-proxy/nginx.conf", "reverse-proxy/Caddyfile"]
    const files = [
      "Dockerfile",
      "compose.yaml",
      "compose-fleet.yaml",
      "systemd/lectern.service",
      `${chart}/values.yaml`,
      ...proxies,
    ]
    const texts = [...files, ...templates.map((name) => `${chart}/templates/${name}`)].map(read)
    const names = texts.flatMap((text) => [...text.matchAll(/\bLECTERN_[A-Z_]+\b/g)].map(([name]) => name))

    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !(name in settingsSchema.shape))).toEqual([])
  })

  it("ask addresses of the API whether it is well", () => {
    const texts = [dockerfile, ...["statefulset", "fleet"].map((name) => read(`${chart}/templates/${name}.yaml`))]
    const paths = texts.flatMap((text) => [...text.matchAll(/\/api\/(?:health|ready)\b/g)].map(([path]) => path))
    const served = ROUTES.flatMap(pathsOf)

    expect(paths.length).toBe(7)
    expect(paths.filter((path) => !served.includes(path))).toEqual([])
  })
})

describe("the image", () => {
  it("is built from a fixed version of Node that Lectern supports, and contains no compiler", () => {
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)).toEqual(
      Array.from({ length: 2 }, () => "node:22-bookworm-slim"),
    )
    expect(finalStage).not.toMatch(/g\+\+|python3/)
  })

  it("runs as a user without rights, with one volume that belongs to that user", () => {
    expect(finalStage).toContain("\nUSER node\n")
    expect(finalStage).toContain("install -d -o node -g node -m 0700 /data")
    expect(finalStage.match(/^VOLUME .*$/gm)).toEqual(["VOLUME /data"])
    expect(finalStage).toContain("LECTERN_DATA_DIR=/data")
    // A clone may be readable by its owner only.
    expect(dockerfile).toContain("chmod -R a+rX /app")
  })

  it("leaves what a build must not depend on out of its context", () => {
    expect(read("Dockerfile.dockerignore").split("\n")).toEqual(
      expect.arrayContaining([".git", "**/node_modules", "**/dist", "data"]),
    )
  })

  it("has every project of the compiler in its context, without which nothing is built", () => {
    const patterns = read("Dockerfile.dockerignore").trim().split("\n")
    const { references } = JSON.parse(readFileSync(join(projectRoot, "tsconfig.json"), "utf8")) as {
      references: readonly { path: string }[]
    }
    for (const folder of new Set(references.map(({ path }) => path.split("/")[0] ?? ""))) {
      expect(patterns).not.toContain(folder)
      if (patterns.includes(`${folder}/*`)) expect(patterns).toContain(`!${folder}/tsconfig.json`)
    }
  })
})

describe("the compose file", () => {
  it("gives the container nothing but its volume, and no port to other machines", () => {
    expect(server).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      volumes: ["data:/data"],
      ports: ["127.0.0.1:3000:3000"],
    })
  })

  it("does not start without a password", () => {
    expect(server.environment["LECTERN_ADMIN_PASSWORD"]).toMatch(/^\$\{LECTERN_ADMIN_PASSWORD:\?.+\}$/)
  })
})

describe("the compose file of a fleet", () => {
  const fleet = parse(read("compose-fleet.yaml"), { merge: true }) as {
    services: Record<string, Record<string, unknown> & { environment?: Record<string, string> }>
  }

  it("runs several servers and workers with the same storage and key, and no rights", () => {
    for (const [name, command] of [
      ["server", ["serve", "--no-worker"]],
      ["worker", ["work"]],
    ] as const) {
      expect(fleet.services[name]).toMatchObject({
        command,
        deploy: { replicas: 2 },
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      })
      expect(Object.keys(fleet.services[name]?.environment ?? {})).toEqual(
        expect.arrayContaining(["DATABASE_URL", "LECTERN_BLOBS", "LECTERN_ENCRYPTION_KEY", "LECTERN_S3_ENDPOINT"]),
      )
    }
  })

  it("has settings that the server accepts", () => {
    const environment = Object.fromEntries(
      Object.entries(fleet.services["server"]?.environment ?? {}).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+)(?::[^}]*)?\}/g, (_, variable: string) =>
          variable === "LECTERN_ENCRYPTION_KEY"
            ? "12".repeat(32)
            : variable === "LECTERN_PUBLIC_URL"
              ? ""
              : "a-long-password",
        ),
      ]),
    )

    expect(() => readSettings(environment)).not.toThrow()
  })

  it("starts nothing without passwords, and opens no port to other machines", () => {
    const text = read("compose-fleet.yaml")

    expect([...text.matchAll(/\$\{(\w*(?:PASSWORD|KEY))\}/g)]).toEqual([])
    expect([...text.matchAll(/^\s+- "([\d.]+:)?\d+:\d+"$/gm)].map(([, address]) => address)).toEqual(["127.0.0.1:"])
  })
})

describe("the systemd unit", () => {
  const unit = read("systemd/lectern.service")

  it("keeps its data in a directory of its own and can write nowhere else", () => {
    const lines = unit.split("\n")

    expect(lines).toEqual(
      expect.arrayContaining([
        "StateDirectory=lectern",
        "StateDirectoryMode=0700",
        "ProtectSystem=strict",
        "UMask=0077",
      ]),
    )
    expect(lines).toContain("Environment=LECTERN_DATA_DIR=/var/lib/lectern")
    expect(lines).toContain("CapabilityBoundingSet=")
  })

  it("is accepted by systemd, where that is installed", () => {
    expect(complaintsOf("systemd-analyze", "verify", join(projectRoot, "deploy/systemd/lectern.service"))).toBe("")
  })
})

describe("the reverse proxies", () => {
  it("let through what Lectern accepts, as it is sent", () => {
    const nginx = read("reverse-proxy/nginx.conf")
    const maxMegabytes = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])

    expect(maxMegabytes * 2 ** 20).toBeGreaterThan(LIMITS.fileUploadMaxBytesTotal)
    expect(nginx).toContain("proxy_buffering off;")
    expect(read("reverse-proxy/fleet.conf")).toContain(`client_max_body_size ${maxMegabytes}m;`)
    expect(read("reverse-proxy/Caddyfile")).toContain("flush_interval -1")
  })
})

describe("the chart", () => {
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>

  it("has the version of the program", () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, "packages/server/package.json"), "utf8")) as {
      version: string
    }

    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
  })

  it("uses values that exist, and no others", () => {
    const texts = templates.map((name) => read(`${chart}/templates/${name}`))
    const used = texts.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path ?? ""))
    const isThere = (path: string) =>
      path
        .split(".")
        .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values) !== undefined

    expect(used.filter((path) => !isThere(path))).toEqual([])
    expect(Object.keys(values).filter((name) => !used.some((path) => path.split(".")[0] === name))).toEqual([])
  })

  it("is YAML once its conditions and loops are gone", () => {
    for (const name of templates.filter((name) => name.endsWith(".yaml"))) {
      const text = read(`${chart}/templates/${name}`)
      const plain = text.replaceAll(/^\s*\{\{-.*\}\}\n/gm, "").replaceAll(/\{\{[^}]*\}\}/g, "value")
      const errors = parseAllDocuments(plain.replaceAll('"value:value"', "value")).flatMap(
        (document) => document.errors,
      )

      expect(errors, name).toEqual([])
    }
  })

  it("runs pods without rights on a root that nobody can write to: one, or those of a fleet", () => {
    const pods = [
      ["statefulset", "replicas: 1"],
      ["fleet", "ternary $.Values.fleet.servers $.Values.fleet.workers"],
    ] as const
    for (const [name, replicas] of pods) {
      const pod = read(`${chart}/templates/${name}.yaml`)
      for (const line of [replicas, "runAsNonRoot: true", "readOnlyRootFilesystem: true", "- ALL"]) {
        expect(pod).toContain(line)
      }
    }
  })
})
