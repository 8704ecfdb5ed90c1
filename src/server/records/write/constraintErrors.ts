import { message } from '../../../rules/messages.ts'
import { type ApiError, apiError, fieldsError } from '../../platform/errors.ts'
import type { EntityModel } from '../model.ts'

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
/** SQLSTATEs of class 22 for a value that its column cannot hold: text too long, number out of range, no such date. */
const isDataException = (code: string) => /^22(001|003|007|008|P02)$/.test(code)

interface DatabaseProblem {
  readonly code: string
  readonly constraint?: string
  /** `Key (company_no, partner_store_code)=(C000001, 7) already exists.` */
  readonly detail?: string
}

/**
 * Runs a write and translates constraint errors of the database into standard texts: the value exists already (M07), the record is in use
 * (M11), a reference to nothing or a value that the column cannot hold (M06). Other errors are thrown on.
 */
export async function withConstraintTexts<T>(model: EntityModel, kind: 'store' | 'remove', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(model, kind, error) ?? error
  }
}

function translate(model: EntityModel, kind: 'store' | 'remove', error: unknown): ApiError | undefined {
  if (!isDatabaseProblem(error)) return undefined
  if (error.code === foreignKeyViolation && kind === 'remove') return apiError('M11')
  if (isDataException(error.code) && kind === 'store') return apiError('M06', { title: '資料' })
  if (error.code !== uniqueViolation && error.code !== foreignKeyViolation) return undefined
  const fields = error.constraint === 'record_document_unique_pkey' ? documentFields(error.detail) : columnsOf(model, error.detail)
  return fields.length === 0 ? undefined : fieldProblem(model, fields, error.code === uniqueViolation ? 'M07' : 'M06')
}

/** The text names all fields of a combination. It is shown at the last field, which is the one that the user typed last. */
export function fieldProblem(model: EntityModel, fields: readonly string[], code: 'M06' | 'M07'): ApiError {
  const shown = fields.filter((name) => name !== model.entity.scope)
  const named = shown.length > 0 ? shown : fields
  const title = named.map((name) => model.fields.get(name)?.title ?? name).join('、')
  return fieldsError({ [named.at(-1) ?? '']: message(code, { title }) }, code, code === 'M07' ? 409 : 400)
}

/**
 * Finds the fields of a combination in `(entity, constraint_name, value)=(coupon, name,year, ["A",2026])`: they are between the entity and
 * the value.
 */
function documentFields(detail: string | undefined): readonly string[] {
  const values = detail?.split(')=(')[1] ?? ''
  const combination = /^[^,]+, (.+?), \[/.exec(values)?.[1]
  return combination?.split(',') ?? []
}

function columnsOf(model: EntityModel, detail: string | undefined): readonly string[] {
  const columns = detail?.split(')=(')[0]?.match(/[a-z][a-z0-9_]*/g) ?? []
  const byColumn = new Map([...model.fields.values()].map((field) => [field.column, field.name]))
  return columns.map((column) => byColumn.get(column)).filter((name) => name !== undefined)
}

function isDatabaseProblem(error: unknown): error is DatabaseProblem {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}
