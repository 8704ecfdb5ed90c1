import type { ErrorSchema, FieldProps } from '@rjsf/utils'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { noteTexts } from '../../../language/formula/evaluateFormula.ts'
import type { Calculated } from '../../../language/formula/recordFormulas.ts'
import { type FieldState, fieldStates } from '../../../language/record/fieldStates.ts'
import { dictionaryArgument } from '../../shared/labels/dictionaryArgument.ts'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { LayoutFrame } from '../frame/LayoutFrame.tsx'
import { errorCount, ownErrors, rowErrors } from '../validation/fieldErrors.ts'
import { editableFields, type FormDefinition, fieldId } from '../values/formDefinition.ts'
import type { FormValues } from '../values/formScope.ts'
import { shownFormulas, wholeValues } from '../values/formValues.ts'
import { FieldControl } from './FieldControl.tsx'
import { FormulaField } from './FormulaField.tsx'
import { createFieldStore, type FieldStore, type FieldView } from './fieldStore.ts'
import { ReadonlyField } from './ReadonlyField.tsx'
import { useFieldChange } from './useFieldChange.ts'

const noValues: FormValues = {}

/**
 * The RJSF field that draws a whole form, in place of the root object. So a form of 30 fields costs 30 controls, and not 30 times RJSF's
 * chain of schema field, type field and five templates. RJSF keeps state and validation.
 */
export function FormLayout({ formData, errorSchema, onChange }: FieldProps) {
  const { definition, scope } = useFormFrame()
  const { fields } = definition
  // RJSF always gets all values, because for a change of one field it would first copy and hash all of them. Every change goes through this
  // ref, so that none is lost when the next one comes before RJSF has drawn the last.
  const entered = useRef((formData ?? noValues) as FormValues)
  const whole = wholeValues(definition, entered.current, scope.row)
  const states = fieldStates(fields, whole, scope)
  const { values: results, notes } = shownFormulas(definition, whole, states, scope.row)
  const views = viewsOf(definition, { values: { ...whole, ...results }, states, errorSchema, notes })
  const [store] = useState(() => createFieldStore(views))
  // Runs before the browser paints and within the key event, so that an input never shows an older text.
  useLayoutEffect(() => store.update(views))

  const onFieldChange = useFieldChange(entered, store, onChange)
  const shown = Object.keys(fields).filter((name) => states.get(name)?.visible !== false)
  const elements = useElements(definition, shown, store, onFieldChange)
  return <LayoutFrame elements={elements} errorCounts={useErrorCounts(shown, errorSchema)} />
}

/** Elements of the shown fields; the same map as long as the same fields are shown. */
function useElements(
  definition: FormDefinition,
  shown: readonly string[],
  store: FieldStore,
  onFieldChange: (name: string, value: unknown) => void,
): ReadonlyMap<string, ReactNode> {
  const shownKey = shown.join()
  return useMemo(() => {
    const editable = new Set(editableFields(definition))
    const setFields = (changes: FormValues) => {
      for (const [name, value] of Object.entries(changes)) if (editable.has(name) || isFollowed(name)) onFieldChange(name, value)
    }
    /** Shows something of the record that another field of the form names, and changes with that. */
    const isFollowed = (name: string) => editable.has(definition.fields[name]?.borrowedBy ?? '')
    const elementOf = (name: string): ReactNode => {
      const field = definition.fields[name]
      if (!field) return null
      if ((Object.hasOwn(definition.formulas ?? {}, name) && !editable.has(name)) || isFollowed(name))
        return <FormulaField field={field} store={store} />
      if (!editable.has(name)) return <StoredField name={name} />
      return <FieldControl field={field} store={store} onFieldChange={onFieldChange} setFields={setFields} />
    }
    const names = shownKey === '' ? [] : shownKey.split(',')
    return new Map(names.map((name) => [name, elementOf(name)]))
  }, [definition, shownKey, store, onFieldChange])
}

/** Number of errors by field; the same map as long as the numbers do not change. */
function useErrorCounts(shown: readonly string[], errorSchema: ErrorSchema | undefined): ReadonlyMap<string, number> {
  const counts = shown.map((name): [string, number] => [name, errorCount(errorSchema?.[name] as ErrorSchema | undefined)])
  const text = JSON.stringify(counts.filter(([, count]) => count > 0))
  return useMemo(() => new Map<string, number>(JSON.parse(text)), [text])
}

interface ViewsInput {
  readonly values: FormValues
  readonly states: ReadonlyMap<string, FieldState>
  readonly errorSchema: ErrorSchema | undefined
  readonly notes: Calculated['notes']
}

function viewsOf({ fields }: FormDefinition, { values, states, errorSchema, notes }: ViewsInput): ReadonlyMap<string, FieldView> {
  return new Map(
    Object.values(fields).map((field) => {
      const errors = errorSchema?.[field.field] as ErrorSchema | undefined
      const state = states.get(field.field)
      const note = notes[field.field]
      const view: FieldView = {
        value: values[field.field],
        required: state?.required ?? false,
        readonly: state?.readonly ?? false,
        strArg: dictionaryArgument(field, values),
        error: ownErrors(errors).join('\n'),
        rowErrors: rowErrors(errors),
        note: note && noteTexts[note],
      }
      return [field.field, view]
    }),
  )
}

/** A field of the record that this form only shows. */
function StoredField({ name }: { readonly name: string }) {
  const { formId, record, definition } = useFormFrame()
  const field = definition.fields[name]
  if (!field) return null
  return (
    <ReadonlyField id={fieldId(formId, name)} field={field} record={record ?? noValues}>
      {field.property['x-formula'] !== undefined && <div className="form-text">存檔後重新計算</div>}
    </ReadonlyField>
  )
}
