export interface DocumentFile {
  /** Path below `schemas/`, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The files of which a check reads anything: JSON, and not written from the documents for editors. */
export function checkedFiles<File extends { readonly path: string }>(files: readonly File[]): readonly File[] {
  return files.filter(({ path }) => path.endsWith('.json') && !path.startsWith('language/'))
}
