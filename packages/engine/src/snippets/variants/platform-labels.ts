/**
 * Names in the labels of tabs: frameworks, operating systems, package managers, databases, clouds, model providers and the like. Programming
 * languages are missing, because `variant-code.ts` compares code in different languages. `JavaScript` and `HTML` are here because they label
 * code without a framework.
 */
const PLATFORMS: ReadonlySet<string> = new Set(
  [
    "react,next,next.js,nextjs,next client,app router,pages router,remix,react router,react native,expo,gatsby,preact,vue,vue.js,nuxt",
    "nuxt.js,angular,angularjs,svelte,sveltekit",
    "solid,solid.js,solidjs,solidstart,solidjs start,qwik,astro,ember,alpine.js,lit,tanstack start,tanstack react start,tanstack router",
    "vanilla,vanilla js,vanilla javascript,javascript,plain javascript,html,web components,electron,tauri,ionic,capacitor,chrome extension",
    "node,node.js,nodejs,deno,bun,browser,cloudflare workers,express,express.js,fastify,hono,koa,nestjs,elysia,h3,nitro,trpc,graphql",
    "django,flask,fastapi,starlette,rails,ruby on rails,sinatra,laravel,symfony,spring,spring boot,quarkus,micronaut,ktor,gin,echo,fiber",
    "phoenix,asp.net,asp.net core,blazor,axum,actix,actix web,rocket,wordpress,android,ios,macos,linux,windows,ubuntu,debian,fedora,alpine",
    "flutter,swiftui,jetpack compose,unity,npm,yarn,pnpm,pip,pipenv,poetry,uv,conda,pipx,pdm,homebrew,brew,apt,dnf,yum,pacman,apk,scoop",
    "chocolatey,winget,snap,nix,maven,gradle,sbt,bash,zsh,fish,powershell,cmd,docker,docker compose,kubernetes,helm,podman,systemd",
    "vite,webpack,rollup,rolldown,rspack,rsbuild,esbuild,parcel,turbopack,jest,vitest,mocha,playwright,cypress,storybook",
    "postgresql,postgres,mysql,mariadb,sqlite,sql server,mssql,oracle,mongodb,cockroachdb,planetscale,neon,turso,libsql,redis,supabase",
    "prisma,drizzle,drizzle orm,kysely,typeorm,sequelize,mikroorm,mongoose,sqlalchemy,aws,azure,gcp,google cloud,vercel,netlify,cloudflare",
    "heroku,railway,render,fly.io,github,github actions,gitlab,gitlab ci,bitbucket,circleci,openai,azure openai,anthropic,google,gemini",
    "google gemini,google genai,vertex ai,google vertex ai,aws bedrock,amazon bedrock,bedrock,mistral,mistral ai,mistralai,groq,cohere",
    "ollama,hugging face,huggingface,fireworks,fireworks ai,together ai,openrouter,xai,deepseek,nvidia,perplexity,vs code,cursor,windsurf",
    "chroma,pinecone,faiss,qdrant,milvus,weaviate,pgvector,in-memory,claude code,claude desktop,codex,zed,jetbrains,intellij idea",
  ]
    .join(",")
    .split(","),
)

/** A paragraph in bold, after the mark of a cut if there is one. */
const LABEL = /^(?:\[…\]\n\n)?\*\*([^*\n]{1,60})\*\*(?:\n\n|$)/
/** What may follow the name of a platform: an explanation, or its version. */
const ADDITION = /(?: \([^()]*\)| v?\d[\d.]*\+?| (?:app|pages) router)$/i
const BETWEEN_NAMES = / ?(?:\/|,|&|\band\b|\bor\b) ?/

/**
 * Returns the label at the start of a snippet if it consists of names of platforms, as `**Next.js (App Router)**` does.
 *
 * @returns undefined for other labels, such as `**Request**`, and for text without one.
 */
export function platformLabelOf(content: string): string | undefined {
  const label = LABEL.exec(content)?.[1]
  return label !== undefined && isPlatform(label) ? label : undefined
}

/** Returns true for a paragraph that is nothing but such a label. */
export function isPlatformLabel(paragraph: string): boolean {
  return !paragraph.includes("\n") && platformLabelOf(paragraph) !== undefined
}

function isPlatform(label: string): boolean {
  return namesIn(label).every((name) => PLATFORMS.has(name))
}

function namesIn(label: string): readonly string[] {
  return label.toLowerCase().replace(ADDITION, "").split(BETWEEN_NAMES)
}

/** Names of at most three words are looked for in questions. */
const MAX_NAME_WORDS = 3
const WORD = /[\w+#]+(?:[.-][\w+#]+)*/g

/** Returns the names of platforms in a question and its terms, in short forms. */
export function platformsNamedIn(texts: readonly string[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const text of texts) {
    const words = text.toLowerCase().match(WORD) ?? []
    for (const at of words.keys()) {
      for (let count = 1; count <= MAX_NAME_WORDS; count++) {
        const name = words.slice(at, at + count).join(" ")
        if (PLATFORMS.has(name)) named.add(shortForm(name))
      }
    }
  }
  return named
}

/** Returns true if a label has one of the names that `platformsNamedIn` returns. */
export function isNamedPlatform(label: string, named: ReadonlySet<string>): boolean {
  return namesIn(label).some((name) => named.has(shortForm(name)))
}

/** `next.js` and `nextjs` are the same as `next`. */
function shortForm(name: string): string {
  return name.replace(/\.?js$/, "")
}
