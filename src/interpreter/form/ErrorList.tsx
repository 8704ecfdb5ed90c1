import type { ErrorListProps, RJSFValidationError } from '@rjsf/utils'
import { useContext } from 'react'
import Alert from 'react-bootstrap/Alert'
import { useFormFrame } from './FormFrameContext.ts'
import { PlaceContext } from './FormShell.tsx'
import { fieldOfProperty, rowOfProperty } from './fieldErrors.ts'
import { fieldOrder } from './formDefinition.ts'

/** The errors of a form; each one leads to its field. */
export function ErrorList({ errors }: ErrorListProps) {
  const isInCell = useContext(PlaceContext) === 'cell'
  const { definition } = useFormFrame()
  const fields = fieldOrder(definition)
  // The text below the field is enough where it is the only one.
  if (isInCell && errors.every(({ property }) => fields.includes(fieldOfProperty(property)))) return null
  return (
    <Alert variant="danger" className="py-2">
      <p className="mb-1 fw-semibold">請修正下列欄位：</p>
      <ul className="error-list mb-0">
        {distinct(errors).map((error) => (
          <li key={`${error.property}:${error.message}`}>
            <ErrorLink error={error} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function ErrorLink({ error }: { readonly error: RJSFValidationError }) {
  const { definition, reveal } = useFormFrame()
  const name = fieldOfProperty(error.property)
  const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined
  const text = error.message ?? ''
  if (!field) return text
  const row = rowOfProperty(error.property)
  const place = row === null ? field.title : `${field.title}第 ${row + 1} 筆`
  const named = row === null && text.includes(field.title) ? text : `${place}：${text}`
  if (!fieldOrder(definition).includes(name)) return named
  return (
    <button type="button" className="btn btn-link alert-link p-0 text-start align-top" onClick={() => reveal(name)}>
      {named}
    </button>
  )
}

/** Removes duplicates, because one field can violate two rules with the same text. */
function distinct(errors: readonly RJSFValidationError[]): readonly RJSFValidationError[] {
  return errors.filter(
    (error, index) => errors.findIndex((one) => one.property === error.property && one.message === error.message) === index,
  )
}
