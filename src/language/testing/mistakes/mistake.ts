/**
 * Mistakes that people make when they write documents: description, path of the part to replace, new value (undefined removes the part),
 * pointer of the finding, and the start of its message.
 */
export type Mistake = readonly [what: string, path: string, value: unknown, pointer: string, says: string]
