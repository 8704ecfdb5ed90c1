export interface DocumentFile {
  /** Path below `schemas/`, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Why there is no text, as a sentence for the author. */
  readonly unread?: string
}

/** Also those whose ending is not quite right, which editors show like the others and sometimes hide: they are told of, not passed over. */
const documentName = /\.(?:json|jsonc|json5|json\.txt)$/i

export function isDocumentName(path: string): boolean {
  return documentName.test(path)
}

/** The files of which a check reads anything: documents, and not written from the documents for editors. */
export function checkedFiles<File extends { readonly path: string }>(files: readonly File[]): readonly File[] {
  return files.filter(({ path }) => isDocumentName(path) && !path.startsWith('language/'))
}
