import { ApiError } from '../platform/errors.ts'
import type { RecordValues } from '../records/hooks.ts'

/**
 * A refusal that the user may lift by answering yes. The console shows the text with 確定 and 取消！ and sends the same call again
 * with `{[field]: true}`; `field` must be among the `extraInput` of the entity's hooks.
 *
 * @throws ApiError 409 with code `CONFIRM:{field}` until the field is true
 */
export function requireConfirmation(extra: RecordValues, field: string, text: string): void {
  if (extra[field] !== true) throw new ApiError(409, `CONFIRM:${field}`, text)
}
