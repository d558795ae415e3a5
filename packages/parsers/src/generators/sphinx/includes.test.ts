import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

it("reads options that continue on the next lines, which may begin with a role", () => {
  const text = `.. literalinclude:: x.py
   :caption: The code that
     :func:\`feed\`
     calls
   :lines: 2

End`
  const page = expandIncludes({ format: "restructured-text", text, path: "doc/a.rst" }, (path) =>
    path === "doc/x.py" ? { text: "a\nb\n" } : undefined,
  )

  expect(page?.text).toBe(".. code-block:: python\n   :caption: The code that :func:`feed` calls\n\n   b\n\n\nEnd")
})
