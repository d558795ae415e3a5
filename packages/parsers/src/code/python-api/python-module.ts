/** A class, function or value of a Python file. */
export interface PythonObject {
  readonly name: string
  readonly kind: "class" | "function" | "property" | "value"
  /** Written before the name in signatures: `async`, or how a method is bound. */
  readonly prefix?: "async" | "classmethod" | "static" | undefined
  /**
   * Text after the name: the parameters without the bound one and the return type, or the type and short value of a
   * value. Empty if there is none. For a class, that of its own `__init__`; undefined without one.
   */
  readonly signature: string | undefined
  /** Descriptions of parameters in annotations (`Annotated[str, Doc("…")]`); for a class, those of its `__init__`. */
  readonly parameters?: readonly { readonly name: string; readonly text: string }[] | undefined
  /** Text of the docstring, dedented, in any markup. */
  readonly docstring?: string | undefined
  /** Base classes as written. */
  readonly bases: readonly string[]
  readonly members: readonly PythonObject[]
}

/** A name that a file imports. */
export interface PythonImport {
  readonly name: string
  /** Dotted, with the leading dots of a relative import. */
  readonly module: string
  /** Original name; undefined if the module itself is imported. */
  readonly original?: string
}

/** A docstring that a module adds to an object of another module. */
export interface AddedDocstring {
  /** Dotted name of the object, with its module if the call names it. */
  readonly path: string
  /** Dedented. */
  readonly docstring: string
  /** True if the call names the object as a member of another one. */
  readonly isMember: boolean
}

/** The public names of a Python file with their docstrings. */
export interface PythonModule {
  readonly docstring?: string | undefined
  readonly objects: readonly PythonObject[]
  readonly imports: readonly PythonImport[]
  /** Modules from which all names are imported. */
  readonly starModules: readonly string[]
  /** The names in `__all__`. */
  readonly listed?: readonly string[] | undefined
  /** Docstrings for objects of compiled modules. */
  readonly added?: readonly AddedDocstring[] | undefined
}
