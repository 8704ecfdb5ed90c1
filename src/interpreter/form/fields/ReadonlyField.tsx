import type { ReactNode } from 'react'
import type { ResolvedField } from '../../../language/resolved.ts'
import { dictionaryArgument } from '../../shared/labels/dictionaryArgument.ts'
import { FieldValue } from '../../shared/values/FieldValue.tsx'
import type { FormValues } from '../values/formScope.ts'
import { isEmptyValue } from '../values/formValues.ts'
import { FieldBox } from './FieldBox.tsx'

interface ReadonlyFieldProps {
  readonly id: string
  readonly field: ResolvedField
  readonly record: FormValues
  /** Shown below the value. */
  readonly children?: ReactNode
}

/** A field that is only shown: label and formatted value. */
export function ReadonlyField({ id, field, record, children }: ReadonlyFieldProps) {
  return (
    <FieldBox id={id} field={field} required={false} help={undefined} error="" isGroup>
      <output id={id} className="record-form-value" aria-labelledby={`${id}_label`}>
        {isEmptyValue(record[field.field]) ? (
          <span className="text-body-tertiary">—</span>
        ) : (
          <FieldValue field={field} value={record[field.field]} strArg={dictionaryArgument(field, record)} row={record} />
        )}
      </output>
      {children}
    </FieldBox>
  )
}
