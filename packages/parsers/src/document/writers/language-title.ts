const TITLES: Readonly<Record<string, string>> = {
  python: "Python",
  js: "JavaScript",
  javascript: "JavaScript",
  ts: "TypeScript",
  typescript: "TypeScript",
  java: "Java",
  kotlin: "Kotlin",
  scala: "Scala",
  swift: "Swift",
  dart: "Dart",
  golang: "Go",
  go: "Go",
  rust: "Rust",
  ruby: "Ruby",
  php: "PHP",
  perl: "Perl",
  csharp: "C#",
  dotnet: ".NET",
  cpp: "C++",
  elixir: "Elixir",
  bash: "Bash",
  powershell: "PowerShell",
}

/**
 * Returns the title of a part of a page for one programming language, as the name of a container: `:::js` has the title JavaScript.
 *
 * @returns an empty string for other names.
 */
export function languageTitle(name: string): string {
  const key = name.toLowerCase()
  return Object.hasOwn(TITLES, key) ? (TITLES[key] ?? "") : ""
}
