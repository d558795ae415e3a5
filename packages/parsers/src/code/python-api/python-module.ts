/** A class, function or value that a file of Python defines. */
export interface PythonObject {
  readonly name: string
  readonly kind: "class" | "function" | "property" | "value"
  /** What callers write before the name: `async`, or how a method is bound. */
  readonly prefix?: "async" | "classmethod" | "static" | undefined
  /**
   * What stands behind the name: parameters without the bound one and what is returned; type and short value of a value.
   * Empty when there is nothing to say. Of a class those of its own `__init__`; undefined when it has none.
   */
  readonly signature: string | undefined
  /** What annotations say of parameters (`Annotated[str, Doc("…")]`), of a class those of its `__init__`. */
  readonly parameters?: readonly { readonly name: string; readonly text: string }[]
  /** Text of the docstring, dedented, in whatever markup. */
  readonly docstring?: string | undefined
  /** Base classes as they are written. */
  readonly bases: readonly string[]
  readonly members: readonly PythonObject[]
}

/** A name that a file takes from another. */
export interface PythonImport {
  readonly name: string
  /** Dotted, with the leading dots of a relative one. */
  readonly module: string
  /** Its name there; undefined when the module itself is meant. */
  readonly original?: string
}

/** The classes, functions and docstrings of a Python file. */
export interface PythonModule {
  readonly docstring?: string | undefined
  readonly objects: readonly PythonObject[]
  readonly imports: readonly PythonImport[]
  /** Modules of which all names are taken. */
  readonly starModules: readonly string[]
  /** What `__all__` lists. */
  readonly listed?: readonly string[]
}
