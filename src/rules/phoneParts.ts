/** A landline number as entered in forms; empty parts are null, '' or absent. */
export interface PhoneParts {
  readonly phoneArea?: unknown
  readonly phoneNumber?: unknown
  readonly phoneExt?: unknown
}

/** Joins the parts to one number: `02-12345678#123`. `isPhone` checks whether it is valid. */
export function joinPhone({ phoneArea, phoneNumber, phoneExt }: PhoneParts): string {
  const area = phoneArea ? `${String(phoneArea)}-` : ''
  return `${area}${String(phoneNumber ?? '')}${phoneExt ? `#${String(phoneExt)}` : ''}`
}
