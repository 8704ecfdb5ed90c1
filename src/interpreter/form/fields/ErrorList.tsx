import type { ErrorListProps, RJSFValidationError } from '@rjsf/utils'
import { useContext } from 'react'
import Alert from 'react-bootstrap/Alert'
import type { ResolvedField } from '../../../language/resolved.ts'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { PlaceContext } from '../frame/FormShell.tsx'
import { fieldOfProperty, placeInRows } from '../validation/fieldErrors.ts'
import { fieldOrder } from '../values/formDefinition.ts'

type FieldNames = Pick<ResolvedField, 'title' | 'items'>

/** The errors of a form; each one leads to its field, or to its cell in rows. */
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
  const named = namedError(text, error.property, field)
  if (!fieldOrder(definition).includes(name)) return named
  return (
    <button type="button" className="btn btn-link alert-link p-0 text-start align-top" onClick={() => reveal(name, cellOf(error.property))}>
      {named}
    </button>
  )
}

function cellOf(property: string | undefined): string | undefined {
  const place = placeInRows(property)
  return place === null || place.member === null ? undefined : `${place.row}_${place.member}`
}

/** The text of an error with the field, row and column that it is about, as far as the text itself does not say so. */
function namedError(text: string, property: string | undefined, { title, items = {} }: FieldNames): string {
  const place = placeInRows(property)
  if (place === null) return text.includes(title) ? text : `${title}：${text}`
  const row = `第 ${place.row + 1} 列`
  if (text.includes(row)) return `${title}：${text}`
  const column = place.member !== null && Object.hasOwn(items, place.member) ? items[place.member]?.title : undefined
  if (column === undefined) return `${title} ${row}：${text}`
  // 「數量 必填」 names its column already: 明細 第 2 列「數量」必填.
  return `${title} ${row}「${column}」${text.startsWith(`${column} `) ? text.slice(column.length + 1) : `：${text}`}`
}

/** Removes duplicates, because one field can violate two rules with the same text. */
function distinct(errors: readonly RJSFValidationError[]): readonly RJSFValidationError[] {
  return errors.filter(
    (error, index) => errors.findIndex((one) => one.property === error.property && one.message === error.message) === index,
  )
}
