import type { DirectoryEntry } from "./library-directory.ts"

/** Creates an entry with only its names, plus the given fields. */
export function anEntry(id: string, known: Partial<DirectoryEntry> = {}): DirectoryEntry {
  return {
    key: id,
    id,
    title: id.split("/").at(-1) ?? "",
    description: "",
    characteristicTerms: [],
    stars: -1,
    trustScore: -1,
    totalSnippets: 0,
    teamspaceKey: null,
    ...known,
  }
}

/** Well-known names with similar ones: namesakes, extensions, examples, documentation. */
export const SMALL_CATALOGUE: readonly DirectoryEntry[] = [
  anEntry("/angular/angular", { description: "Deliver web apps with confidence" }),
  anEntry("/angular/components", {
    title: "Angular Material",
    description: "Component infrastructure and Material Design components",
  }),
  anEntry("/someone/angular-starter-template", { description: "A starter for Angular apps" }),
  anEntry("/nestjs/nest", {
    title: "NestJS",
    description: "A progressive Node.js framework for server-side applications",
  }),
  anEntry("/nestjs/swagger", { description: "OpenAPI module for Nest" }),
  anEntry("/sveltejs/svelte", { description: "Web development for the rest of us" }),
  anEntry("/somebody/svelte", { description: "Syntax colours for an editor" }),
  anEntry("/django/django", { title: "Django", description: "The Web framework for perfectionists with deadlines" }),
  anEntry("/django-cms/django-cms", { description: "Content management built with Django" }),
  anEntry("/someone/awesome-django", { description: "A list of Django things" }),
  anEntry("/symfony/symfony", { description: "PHP framework for web applications" }),
  anEntry("/symfony/symfony-docs", { title: "Symfony Documentation", description: "The Symfony documentation" }),
  anEntry("/numpy/numpy", { description: "The fundamental package for scientific computing with Python" }),
  anEntry("/pandas-dev/pandas", { description: "Data analysis and manipulation for Python" }),
  anEntry("/tensorflow/tensorflow", { description: "Machine learning for everyone" }),
  anEntry("/internationalization/internationalization", { description: "Texts in many languages" }),
  anEntry("/cache-a/cache", { title: "Cache", description: "PHP cache with tags for Redis" }),
  anEntry("/cache-b/cache", { title: "Cache", description: "Go cache in memory with expiry" }),
  anEntry("/old/mailer", { title: "Mailer", description: "Deprecated: sends mail" }),
  anEntry("/new/mailer", { title: "Mailer", description: "Sends mail" }),
  anEntry("/dotted/big-table-widget", {
    title: "Big Table Widget",
    description: "Tables of a million rows in the browser (formerly MegaGrid)",
  }),
]
