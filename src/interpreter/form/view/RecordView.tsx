import { fieldStates } from '../../../language/record/fieldStates.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { ReadonlyField } from '../fields/ReadonlyField.tsx'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { LayoutFrame } from '../frame/LayoutFrame.tsx'
import { fieldId } from '../values/formDefinition.ts'
import type { FormValues } from '../values/formScope.ts'
import { isEmptyValue } from '../values/formValues.ts'
import { FormerValue } from './FormerValue.tsx'
import { LimitNote } from './LimitNote.tsx'
import './recordView.css'

interface RecordViewProps {
  readonly record: FormValues
  /** Fields that the list sums; they are shown above everything else, because they say what the record amounts to. */
  readonly totals?: readonly string[]
}

const noErrors = new Map<string, number>()
const noTotals: readonly string[] = []

/** The read-only view of a record, from the same definition as its form. Needs neither RJSF nor a validator. */
export function RecordView({ record, totals = noTotals }: RecordViewProps) {
  const { definition, scope, formId } = useFormFrame()
  const states = fieldStates(definition.fields, record, scope)
  const shown = Object.values(definition.fields).filter(({ field }) => states.get(field)?.visible !== false)
  const elementOf = (field: ResolvedField) => (
    <ReadonlyField key={field.field} id={fieldId(formId, field.field)} field={field} record={record}>
      <LimitNote field={field.field} record={record} />
      <FormerValue field={field} record={record} />
    </ReadonlyField>
  )
  const summed = shown.filter(({ field }) => totals.includes(field) && !isEmptyValue(record[field]))
  const elements = new Map(shown.filter((field) => !summed.includes(field)).map((field) => [field.field, elementOf(field)]))
  return (
    <div className="record-form record-view">
      {summed.length > 0 && <div className="record-totals">{summed.map(elementOf)}</div>}
      <LayoutFrame elements={elements} errorCounts={noErrors} />
    </div>
  )
}
