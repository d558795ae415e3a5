import { expect, it } from "vitest"
import { hasComponents } from "./has-components.ts"

it.each([
  ["an imported component that is used", "import Den from '@site/den'\n\n<Den depth={2} />\n"],
  ["one of several that are imported", "import { Den, Holt } from '../dens';\n\nDig a <Holt />.\n"],
  ["a tag that takes several lines", 'Text.\n\n<Den\n  depth="2"\n/>\n'],
  ["a fragment", "import dens from './dens.yaml'\n\n<>\n{dens.map((den) => den.name)}\n</>\n"],
  ["a page whose fences show scripts", "```html\n<script>\n```\n\n<Den\n  depth={2}\n/>\n"],
])("takes a page with %s for MDX", (_, text) => {
  expect(hasComponents(text)).toBe(true)
})

it.each([
  ["plain Markdown", "# Otters\n\nThey `import` fish from rivers.\n"],
  ["components in a fence", "```jsx\nimport Den from './den'\n<Den\n  depth\n/>\n```\n"],
  ["an import that nothing uses", "import Den from './den'\n\nText.\n"],
  ["a placeholder", "Ask <NAME> for it.\n"],
  ["components of Vue", "<script setup>\nimport Den from './den.vue'\n</script>\n\n<Den\n  :depth='2'\n/>\n"],
])("leaves %s to Markdown", (_, text) => {
  expect(hasComponents(text)).toBe(false)
})
