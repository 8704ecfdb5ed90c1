/** A landline as forms ask for it; empty parts are null, '' or absent. */
export interface PhoneParts {
  readonly phoneArea?: unknown
  readonly phoneNumber?: unknown
  readonly phoneExt?: unknown
}

/** The parts as one number: `02-12345678#123`. Whether it is one, `isPhone` says. */
export function joinPhone({ phoneArea, phoneNumber, phoneExt }: PhoneParts): string {
  const area = phoneArea ? `${String(phoneArea)}-` : ''
  return `${area}${String(phoneNumber ?? '')}${phoneExt ? `#${String(phoneExt)}` : ''}`
}
