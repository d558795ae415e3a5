import { capitalized } from "../../base/capitalized.ts"

/** Names of frameworks, platforms and languages as their projects write them, by the ids that components use. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nextjs: "Next.js",
    nodejs: "Node.js",
    vuejs: "Vue",
    reactjs: "React",
    angularjs: "AngularJS",
    expressjs: "Express",
    nestjs: "NestJS",
    solidjs: "SolidJS",
    sveltekit: "SvelteKit",
    solidstart: "SolidStart",
    tanstack: "TanStack",
    js: "JavaScript",
    javascript: "JavaScript",
    ts: "TypeScript",
    typescript: "TypeScript",
    golang: "Go",
    csharp: "C#",
    cpp: "C++",
    dotnet: ".NET",
    php: "PHP",
    powershell: "PowerShell",
    ios: "iOS",
    ipados: "iPadOS",
    macos: "macOS",
    tvos: "tvOS",
    watchos: "watchOS",
    graphql: "GraphQL",
    api: "API",
    cli: "CLI",
    sdk: "SDK",
    npm: "npm",
    pnpm: "pnpm",
    aws: "AWS",
    gcp: "GCP",
  }),
)

/**
 * Writes an id as readers know its name, with each of its words: `Next.js` for `nextjs`, `React Router` for `react-router`, `Next Client` for
 * `NextClient`.
 */
export function nameInWords(id: string): string {
  return id
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .map((word) => NAMES.get(word.toLowerCase()) ?? capitalized(word))
    .join(" ")
}
