/** A finding of the checker, written for the analyst who edits the file. */
export interface Diagnostic {
  /** Path below `schemas/`, with forward slashes. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  /** 1-based. */
  readonly column: number
  /** JSON pointer into the document; '' is the whole document. */
  readonly pointer: string
  readonly severity: 'error' | 'warning'
  /** Stable, e.g. `unknown-field`. */
  readonly code: string
  /** In Traditional Chinese: what is wrong and what is expected. */
  readonly message: string
  /** The most similar known name, if there is one. */
  readonly suggestion?: string
}

/** An error breaks its file; a warning does not. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}
