import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseMdx } from "./parse-mdx.ts"

it("leaves out links that consist of an icon, but not icons that say something", () => {
  const icon = '<Icon name="question" title="Learn about koi" />'
  const page = `import Icon from "icons"\n\n## Koi [${icon}](/koi)\n\nA koi: <Icon title="Yes" />`

  expect(parseMdx(page).document.blocks.map(shown)).toEqual(["## Koi", "A koi: Yes"])
})
