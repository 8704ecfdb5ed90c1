import type { ErrorSchema, FieldProps } from '@rjsf/utils'
import { type ReactNode, useCallback, useMemo } from 'react'
import { type FieldState, fieldStates } from '../../language/fieldStates.ts'
import type { ResolvedField } from '../../language/resolved.ts'
import { dictionaryArgument } from './dictionaryArgument.ts'
import { FieldControl } from './FieldControl.tsx'
import { ReadonlyField } from './FieldValue.tsx'
import { useFormFrame } from './FormFrameContext.ts'
import { errorCount, ownErrors, rowErrors } from './fieldErrors.ts'
import { editableFields, fieldId } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { wholeValues } from './formValues.ts'
import { LayoutFrame } from './LayoutFrame.tsx'

const noValues: FormValues = {}

/**
 * The RJSF field that draws a whole form. It stands for the root object, so that a form of 30 fields costs 30 controls and
 * not 30 times RJSF's chain of schema field, type field and five templates; state and validation stay with RJSF.
 */
export function FormLayout({ formData, errorSchema, onChange }: FieldProps) {
  const { definition, scope, formId } = useFormFrame()
  const values = wholeValues(definition, (formData ?? noValues) as FormValues, scope.row)
  const states = fieldStates(definition.fields, values, scope)
  const editable = useMemo(() => new Set(editableFields(definition)), [definition])
  const onFieldChange = useCallback(
    (name: string, value: unknown) => onChange(value, [name], undefined, fieldId(formId, name)),
    [onChange, formId],
  )
  const setFields = useCallback(
    (changes: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(changes)) if (editable.has(name)) onFieldChange(name, value)
    },
    [editable, onFieldChange],
  )
  const shown = Object.values(definition.fields).filter(({ field }) => states.get(field)?.visible !== false)
  const elements = new Map<string, ReactNode>(
    shown.map((field) => [
      field.field,
      editable.has(field.field) ? (
        <EditableField
          key={field.field}
          field={field}
          state={states.get(field.field)}
          values={values}
          errors={errorSchema?.[field.field] as ErrorSchema | undefined}
          onFieldChange={onFieldChange}
          setFields={setFields}
        />
      ) : (
        <StoredField key={field.field} field={field} />
      ),
    ]),
  )
  const errorCounts = new Map(shown.map(({ field }) => [field, errorCount(errorSchema?.[field] as ErrorSchema | undefined)]))
  return <LayoutFrame elements={elements} errorCounts={errorCounts} />
}

interface EditableFieldProps {
  readonly field: ResolvedField
  readonly state: FieldState | undefined
  readonly values: FormValues
  readonly errors: ErrorSchema | undefined
  readonly onFieldChange: (field: string, value: unknown) => void
  readonly setFields: (values: Readonly<Record<string, unknown>>) => void
}

function EditableField({ field, state, values, errors, onFieldChange, setFields }: EditableFieldProps) {
  const { formId, disabled } = useFormFrame()
  return (
    <FieldControl
      id={fieldId(formId, field.field)}
      field={field}
      value={values[field.field]}
      required={state?.required ?? false}
      disabled={disabled || (state?.readonly ?? false)}
      strArg={dictionaryArgument(field, values)}
      error={ownErrors(errors).join('\n')}
      rowErrors={rowErrors(errors)}
      onFieldChange={onFieldChange}
      setFields={setFields}
    />
  )
}

function StoredField({ field }: { readonly field: ResolvedField }) {
  const { formId, record } = useFormFrame()
  return <ReadonlyField id={fieldId(formId, field.field)} field={field} record={record ?? noValues} />
}
