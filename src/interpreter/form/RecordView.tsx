import { fieldStates } from '../../language/fieldStates.ts'
import { ReadonlyField } from './FieldValue.tsx'
import { FormerValue } from './FormerValue.tsx'
import { useFormFrame } from './FormFrameContext.ts'
import { fieldId } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { LayoutFrame } from './LayoutFrame.tsx'
import { LimitNote } from './LimitNote.tsx'

const noErrors = new Map<string, number>()

/** The read-only view of a record, from the same definition as its form; needs neither RJSF nor a validator. */
export function RecordView({ record }: { readonly record: FormValues }) {
  const { definition, scope, formId } = useFormFrame()
  const states = fieldStates(definition.fields, record, scope)
  const shown = Object.values(definition.fields).filter(({ field }) => states.get(field)?.visible !== false)
  const elements = new Map(
    shown.map((field) => [
      field.field,
      <ReadonlyField key={field.field} id={fieldId(formId, field.field)} field={field} record={record}>
        <LimitNote field={field.field} record={record} />
        <FormerValue field={field} record={record} />
      </ReadonlyField>,
    ]),
  )
  return (
    <div className="record-form">
      <LayoutFrame elements={elements} errorCounts={noErrors} />
    </div>
  )
}
