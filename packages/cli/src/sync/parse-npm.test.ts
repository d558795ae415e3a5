import { describe, expect, it } from "vitest"
import { namesIn } from "./project.testing.ts"

const PACKAGE_JSON = JSON.stringify({
  name: "app",
  dependencies: {
    next: "^15.1.0",
    react: "18.x",
    "@tanstack/react-query": "~5.90.0",
    own: "workspace:*",
    local: "file:../local",
  },
  devDependencies: { typescript: "5.6.3", lodash4: "npm:lodash@^4.17.0" },
})

describe("projects of npm", () => {
  it("are read although what is installed is damaged", async () => {
    expect(
      await namesIn({
        "package.json": JSON.stringify({ dependencies: { next: "15.1.8", react: "18.x" } }),
        "node_modules/next/package.json": "{ damaged",
        "node_modules/react/package.json": JSON.stringify({ version: "18.3.1" }),
      }),
    ).toEqual(["next@15.1.8", "react@18.3.1"])
  })

  it("have their versions in package-lock.json, and repositories in what is installed", async () => {
    const lock = {
      name: "app",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "app", dependencies: { next: "^15.1.0" } },
        "node_modules/next": {
          version: "15.1.8",
          resolved: "https://registry.npmjs.org/next/-/next-15.1.8.tgz",
          integrity: "sha512-x",
        },
        "node_modules/next/node_modules/react": { version: "19.0.0" },
        "node_modules/react": { version: "18.3.1" },
        "node_modules/@tanstack/react-query": { version: "5.90.2" },
        "node_modules/lodash4": { name: "lodash", version: "4.17.21" },
      },
    }
    const installed = {
      name: "next",
      version: "15.1.8",
      repository: { type: "git", url: "git+https://github.com/vercel/next.js.git" },
    }

    expect(
      await namesIn({
        "package.json": PACKAGE_JSON,
        "package-lock.json": JSON.stringify(lock),
        "node_modules/next/package.json": JSON.stringify(installed),
        "node_modules/react/package.json": JSON.stringify({ version: "18.3.1", repository: "github:facebook/react" }),
      }),
    ).toEqual([
      "next@15.1.8 https://github.com/vercel/next.js.git",
      "react@18.3.1 https://github.com/facebook/react",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })

  it("are found even if the installed copy of a package cannot be parsed", async () => {
    expect(
      await namesIn({
        "package.json": JSON.stringify({ dependencies: { broken: "1.0.0", cut: "^2.0.0", react: "^18.0.0" } }),
        "node_modules/broken/package.json/README.md": "",
        "node_modules/cut/package.json": '{"version":',
        "node_modules/react/package.json": '{"version":"18.3.1"}',
      }),
    ).toEqual(["broken@1.0.0", "cut@undefined", "react@18.3.1"])
  })

  it("have them in version 1 of that file", async () => {
    const lock = { name: "app", lockfileVersion: 1, dependencies: { react: { version: "18.3.1", resolved: "x" } } }

    expect(
      await namesIn({
        "package.json": '{"dependencies":{"react":"^18.0.0"}}',
        "package-lock.json": JSON.stringify(lock),
      }),
    ).toEqual(["react@18.3.1"])
  })

  it("can be in a subfolder of the folder with the lockfile", async () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        "packages/web/node_modules/react": { version: "18.3.1" },
        "node_modules/react": { version: "17.0.2" },
        "node_modules/vue": { version: "3.5.13" },
      },
    }

    expect(
      await namesIn(
        {
          "package-lock.json": JSON.stringify(lock),
          "packages/web/package.json": '{"dependencies":{"react":"*","vue":"*"}}',
        },
        "packages/web",
      ),
    ).toEqual(["react@18.3.1", "vue@3.5.13"])
  })

  it("have no versions without a lockfile, except for exact requirements", async () => {
    expect(await namesIn({ "package.json": PACKAGE_JSON })).toEqual([
      "next@undefined",
      "react@undefined",
      "@tanstack/react-query@undefined",
      "typescript@5.6.3",
      "lodash@undefined",
    ])
  })
})

describe("projects of pnpm, Yarn and Bun", () => {
  it("have their versions in pnpm-lock.yaml", async () => {
    const lock = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      next:
        specifier: ^15.1.0
        version: 15.1.8(react-dom@18.3.1(react@18.3.1))(react@18.3.1)
      react:
        specifier: 18.x
        version: 18.3.1
      '@tanstack/react-query':
        specifier: ~5.90.0
        version: 5.90.2(react@18.3.1)
    devDependencies:
      typescript:
        specifier: 5.6.3
        version: 5.6.3
      lodash4:
        specifier: npm:lodash@^4.17.0
        version: lodash@4.17.21

packages:

  next@15.1.8:
    resolution: {integrity: sha512-x}
`

    expect(await namesIn({ "package.json": PACKAGE_JSON, "pnpm-lock.yaml": lock })).toEqual([
      "next@15.1.8",
      "react@18.3.1",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })

  it("have them in the older forms of that file and for one of several packages", async () => {
    const older =
      "lockfileVersion: 5.4\nspecifiers:\n  react: 18.x\ndependencies:\n  react: 18.3.1\n  next: 15.1.8_react@18.3.1\n"
    const several =
      "lockfileVersion: '9.0'\nimporters:\n  .: {}\n  packages/web:\n    dependencies:\n      react:\n        specifier: 18.x\n        version: 18.2.0\n"

    expect(
      await namesIn({ "package.json": '{"dependencies":{"react":"18.x","next":"*"}}', "pnpm-lock.yaml": older }),
    ).toEqual(["react@18.3.1", "next@15.1.8"])
    expect(
      await namesIn(
        { "pnpm-lock.yaml": several, "packages/web/package.json": '{"dependencies":{"react":"18.x"}}' },
        "packages/web",
      ),
    ).toEqual(["react@18.2.0"])
  })

  it("have their versions in yarn.lock of Yarn 1", async () => {
    const lock = `# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.
# yarn lockfile v1


"@tanstack/react-query@~5.90.0":
  version "5.90.2"
  resolved "https://registry.yarnpkg.com/@tanstack/react-query/-/react-query-5.90.2.tgz#abc"
  dependencies:
    "@tanstack/query-core" "5.90.2"

"lodash4@npm:lodash@^4.17.0", lodash@^4.17.21:
  version "4.17.21"

next@^15.1.0:
  version "15.1.8"

react@18.x, react@^18.2.0:
  version "18.3.1"

typescript@5.6.3:
  version "5.6.3"
`

    expect(await namesIn({ "package.json": PACKAGE_JSON, "yarn.lock": lock })).toEqual([
      "next@15.1.8",
      "react@18.3.1",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })

  it("have their versions in yarn.lock of newer Yarn", async () => {
    const lock = `# This file is generated by running "yarn install" inside your project.

__metadata:
  version: 8
  cacheKey: 10c0

"next@npm:^15.1.0":
  version: 15.1.8
  resolution: "next@npm:15.1.8"

"react@npm:18.x, react@npm:^18.2.0":
  version: 18.3.1
  resolution: "react@npm:18.3.1"
`

    expect((await namesIn({ "package.json": PACKAGE_JSON, "yarn.lock": lock })).slice(0, 2)).toEqual([
      "next@15.1.8",
      "react@18.3.1",
    ])
  })

  it("have their versions in the text lockfile of Bun", async () => {
    const lock = `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "app", "dependencies": { "react": "18.x", }, }, },
  "packages": {
    "@tanstack/react-query": ["@tanstack/react-query@5.90.2", "", { "dependencies": {} }, "sha512-x"],
    "react": ["react@18.3.1", "", {}, "sha512-x"],
    "lodash4": ["lodash@4.17.21", "", {}, "sha512-x"],
  }
}
`

    expect(await namesIn({ "package.json": PACKAGE_JSON, "bun.lock": lock })).toEqual([
      "next@undefined",
      "react@18.3.1",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })
})
