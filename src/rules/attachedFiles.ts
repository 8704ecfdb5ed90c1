/** An attached file as stored in a record. */
export interface AttachedFile {
  readonly name: string
  readonly content: string
}

/** The attached files in a value; anything else is left out. */
export function attachedFilesOf(value: unknown): readonly AttachedFile[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (file: unknown): file is AttachedFile =>
      typeof file === 'object' &&
      file !== null &&
      'name' in file &&
      typeof file.name === 'string' &&
      'content' in file &&
      typeof file.content === 'string',
  )
}
