import { Icon } from '../../../client/parts/Icon.tsx'
import { outOfLimitsText } from '../../../rules/outOfLimits.ts'
import type { FormValues } from '../values/formScope.ts'

/** A warning about an unusual value, for the person who decides on the record. */
export function LimitNote({ field, record }: { readonly field: string; readonly record: FormValues }) {
  const text = outOfLimitsText(record, field)
  if (text === undefined) return null
  return (
    <div className="record-limit" role="note">
      <Icon name="warning" /> {text}
    </div>
  )
}
