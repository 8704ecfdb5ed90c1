import type { IChangeEvent } from '@rjsf/core'
import type { RJSFValidationError, ValidatorType } from '@rjsf/utils'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEvent } from '../../shared/parts/useStable.ts'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { TypingContext } from '../frame/TypingContext.ts'
import { errorSchemaOf, fieldOfProperty } from '../validation/fieldErrors.ts'
import { createFormValidator } from '../validation/formValidator.ts'
import { fieldId, rootSchema, rootUiSchema } from '../values/formDefinition.ts'
import type { FormValues } from '../values/formScope.ts'
import { ThemedForm } from './theme.ts'

interface RecordFormProps {
  readonly validator: ValidatorType
  /** Initial values; mount with a new `key` to replace the input. */
  readonly initial: FormValues
  /** The server's errors of the last attempt, `{field: text}`. */
  readonly refusals: Readonly<Record<string, string>> | null
  readonly onChange: (values: FormValues) => void
  /** Called with values that are valid, up to the step that is shown. */
  readonly onSubmit: (values: FormValues) => void
}

/** We set the defaults of new records ourselves, because RJSF would also fill empty fields of stored records. */
const noDefaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

/**
 * The RJSF form of a definition. Errors are shown after the first attempt to submit (specification 5), and follow the input from then on.
 * The field of the first error gets the focus.
 */
export function RecordForm({ validator, initial, refusals, onChange, onSubmit }: RecordFormProps) {
  const { formId, definition, scope, disabled, reveal, steps } = useFormFrame()
  const step = steps?.index ?? 0
  const [attempted, setAttempted] = useState<number | null>(null)
  const judged = useEvent(() => steps?.fields ?? null)
  const formValidator = useMemo(() => createFormValidator(validator, definition, scope, judged), [validator, definition, scope, judged])
  const refused = useRefusals(refusals, reveal)
  const isJudged = useEvent(() => attempted === step || refused.hasAny)
  const note = useEvent(onChange)
  const typing = useMemo(() => ({ isJudged, note }), [isJudged, note])

  const handleChange = ({ formData }: IChangeEvent, id?: string) => {
    if (id !== undefined) refused.forget(id.slice(fieldId(formId, '').length))
    onChange((formData ?? {}) as FormValues)
  }
  const handleErrors = (errors: readonly RJSFValidationError[]) => {
    setAttempted(step)
    // Runs after the errors are drawn, because a card that was never opened has no element to focus.
    queueMicrotask(() => reveal(fieldOfProperty(errors[0]?.property)))
  }

  return (
    <TypingContext value={typing}>
      <ThemedForm
        id={formId}
        idPrefix={formId}
        className="record-form"
        schema={rootSchema}
        uiSchema={rootUiSchema}
        validator={formValidator}
        initialFormData={initial}
        experimental_defaultFormStateBehavior={noDefaults}
        liveValidate={attempted === step ? 'onChange' : false}
        extraErrors={refused.errors}
        disabled={disabled}
        noHtml5Validate
        onChange={handleChange}
        onError={handleErrors}
        onSubmit={({ formData }) => onSubmit((formData ?? {}) as FormValues)}
      >
        {/* The visible buttons are in the dialog's footer; this one lets Enter in a field submit. */}
        <button type="submit" className="d-none" tabIndex={-1} aria-hidden="true" />
      </ThemedForm>
    </TypingContext>
  )
}

/** The server's errors, without those of fields that changed since. */
function useRefusals(refusals: RecordFormProps['refusals'], reveal: (field: string) => void) {
  const [kept, setKept] = useState({ given: refusals, fields: refusals ?? {} })
  if (kept.given !== refusals) setKept({ given: refusals, fields: refusals ?? {} })
  const errors = useMemo(() => errorSchemaOf(kept.fields), [kept.fields])
  const latest = useRef(reveal)
  latest.current = reveal
  useEffect(() => {
    const first = Object.keys(refusals ?? {})[0]
    if (first !== undefined) latest.current(fieldOfProperty(first))
  }, [refusals])
  const forget = (field: string) =>
    setKept((current) => {
      const names = Object.keys(current.fields).filter((path) => fieldOfProperty(path) !== field)
      if (names.length === Object.keys(current.fields).length) return current
      return { ...current, fields: Object.fromEntries(names.map((name) => [name, current.fields[name] ?? ''])) }
    })
  return { errors, forget, hasAny: Object.keys(kept.fields).length > 0 }
}
