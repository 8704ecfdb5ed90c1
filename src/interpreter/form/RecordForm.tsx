import type { IChangeEvent } from '@rjsf/core'
import type { RJSFValidationError, ValidatorType } from '@rjsf/utils'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormFrame } from './FormFrameContext.ts'
import { errorSchemaOf, fieldOfProperty } from './fieldErrors.ts'
import { fieldId, rootSchema, rootUiSchema } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { createFormValidator } from './formValidator.ts'
import { ThemedForm } from './theme.ts'

interface RecordFormProps {
  readonly validator: ValidatorType
  /** Starting values; mount again (a new `key`) to replace what is entered. */
  readonly initial: FormValues
  /** The server's refusals of the last attempt, `{field: text}`. */
  readonly refusals: Readonly<Record<string, string>> | null
  readonly onChange: (values: FormValues) => void
  /** Called with valid values only. */
  readonly onSubmit: (values: FormValues) => void
}

/** Defaults are set by us when a record is new: RJSF would put them into empty fields of a stored record too. */
const noDefaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const

/**
 * The RJSF form of a definition. Errors appear after the first attempt to submit (specification 5) and follow the input
 * from then on; the first one gets the focus.
 */
export function RecordForm({ validator, initial, refusals, onChange, onSubmit }: RecordFormProps) {
  const { formId, definition, scope, disabled, reveal } = useFormFrame()
  const [isAttempted, setAttempted] = useState(false)
  const formValidator = useMemo(() => createFormValidator(validator, definition, scope), [validator, definition, scope])
  const refused = useRefusals(refusals, reveal)

  const handleChange = ({ formData }: IChangeEvent, id?: string) => {
    if (id !== undefined) refused.forget(id.slice(fieldId(formId, '').length))
    onChange((formData ?? {}) as FormValues)
  }
  const handleErrors = (errors: readonly RJSFValidationError[]) => {
    setAttempted(true)
    // After the errors are drawn: a card that was never opened has nothing to give the focus to.
    queueMicrotask(() => reveal(fieldOfProperty(errors[0]?.property)))
  }

  return (
    <ThemedForm
      id={formId}
      idPrefix={formId}
      className="record-form"
      schema={rootSchema}
      uiSchema={rootUiSchema}
      validator={formValidator}
      initialFormData={initial}
      experimental_defaultFormStateBehavior={noDefaults}
      liveValidate={isAttempted ? 'onChange' : false}
      extraErrors={refused.errors}
      disabled={disabled}
      noHtml5Validate
      onChange={handleChange}
      onError={handleErrors}
      onSubmit={({ formData }) => onSubmit((formData ?? {}) as FormValues)}
    >
      {/* The buttons stand in the dialog's footer; Enter in a field still submits. */}
      <button type="submit" className="d-none" tabIndex={-1} aria-hidden="true" />
    </ThemedForm>
  )
}

/** The server's refusals, less those of fields that were changed since. */
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
  return { errors, forget }
}
