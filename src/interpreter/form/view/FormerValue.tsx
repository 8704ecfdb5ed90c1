import { useContext } from 'react'
import type { ResolvedField } from '../../../language/resolved.ts'
import { dictionaryArgument } from '../../shared/labels/dictionaryArgument.ts'
import { FieldValue } from '../../shared/values/FieldValue.tsx'
import type { FormValues } from '../values/formScope.ts'
import { isEmptyValue, sameValue } from '../values/formValues.ts'
import { FormerVersionContext } from './FormerVersionContext.ts'
import './formerValue.css'

/** The value of a field in the replaced version, when it was different. */
export function FormerValue({ field, record }: { readonly field: ResolvedField; readonly record: FormValues }) {
  const former = useContext(FormerVersionContext)
  if (former === null || field.property['x-computed'] === true) return null
  const value = former[field.field]
  if (sameValue(value, record[field.field])) return null
  return (
    <div className="record-former">
      <span className="record-former-label">前一版</span>
      {isEmptyValue(value) ? '—' : <FieldValue field={field} value={value} strArg={dictionaryArgument(field, former)} row={former} />}
    </div>
  )
}
