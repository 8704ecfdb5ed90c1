import { membersOf } from '../../language/conversion/steps.ts'
import type { Property } from '../../language/documents/entity.ts'
import { dictionaryOf } from '../../language/entity/property.ts'
import { ApiError } from '../platform/errors.ts'
import type { RecordValues, StoredRecord } from './hooks.ts'
import type { PreparedCall, RenamedParts } from './services.ts'

/** Former names by the paths that the fields have now: `total`, or of a column `lines.lotNo`. */
type FormerPaths = Map<string, string>

/**
 * Runs a write for a form that was opened before some of its fields, columns or options were renamed: what it sends under former names is
 * stored under those of now, and what is wrong is told under the names that the form knows.
 */
export async function underCurrentNames<T>(
  prepared: PreparedCall,
  body: RecordValues,
  work: (body: RecordValues) => Promise<T>,
): Promise<T> {
  if (prepared.services.renamed === undefined) return work(body)
  const former: FormerPaths = new Map()
  const renamed = Object.entries(body).map(([name, value]) => {
    const current = currentName(prepared, name)
    const isFormer = current !== name && !Object.hasOwn(body, current)
    if (isFormer) former.set(current, name)
    return [isFormer ? current : name, currentValue(prepared, isFormer ? current : name, { value, former })] as const
  })
  try {
    return await work(Object.fromEntries(renamed))
  } catch (error) {
    throw former.size > 0 && error instanceof ApiError && typeof error.body !== 'string'
      ? withFormerNames(error, error.body, former)
      : error
  }
}

interface SentValue {
  readonly value: unknown
  /** Columns that were renamed are noted here. */
  readonly former: FormerPaths
}

/** A value with the columns and options of now. */
function currentValue({ services, model }: PreparedCall, name: string, { value, former }: SentValue): unknown {
  const { renamed } = services
  const property = model.fields.get(name)?.property
  if (renamed === undefined || property === undefined || value === null) return value
  const child = services.findEntity(property['x-details']?.child ?? '')
  const columns = child ? renamed.formerNames(child) : renamed.formerColumns(model.entity, name)
  const members = membersOf(property)
  const currentRow = (row: unknown): unknown => {
    if (typeof row !== 'object' || row === null) return row
    return Object.fromEntries(
      Object.entries(row).map(([column, one]) => {
        const current = own(columns, column)
        const isFormer = current !== undefined && !Object.hasOwn(row, current)
        if (isFormer) former.set(`${name}.${current}`, column)
        const known = isFormer ? current : column
        return [known, currentKeys(renamed, own(members, known), one)]
      }),
    )
  }
  if (Object.keys(members).length > 0) return Array.isArray(value) ? value.map(currentRow) : currentRow(value)
  return currentKeys(renamed, property, value)
}

/** What is sent may be called like something that every object has. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** A key of a dictionary, or a list of them, as they are now. */
function currentKeys(renamed: RenamedParts, property: Property | undefined, value: unknown): unknown {
  const dictionary = property && dictionaryOf(property)
  if (!dictionary) return value
  const current = (key: unknown) => (typeof key === 'string' ? renamed.currentOption(dictionary.name, key) : key)
  return Array.isArray(value) ? value.map(current) : current(value)
}

/** The name that a field of the entity has now; `name` itself when it never was another one. */
export function currentName({ services, model }: PreparedCall, name: string): string {
  return services.renamed?.currentName(model.entity, name) ?? name
}

/** The names of the entity, under any of which entries of its history may be kept. */
export function entityNames({ services, model }: PreparedCall): readonly string[] {
  return services.renamed?.entityNames(model.entity.name) ?? [model.entity.name]
}

/** A field whose rows can be read under the names that their columns had before, too. */
export function withFormerColumns({ services, model }: PreparedCall, name: string): Property | undefined {
  const property = model.fields.get(name)?.property
  const former = Object.entries(services.renamed?.formerColumns(model.entity, name) ?? {})
  if (property === undefined || former.length === 0) return property
  const members = membersOf(property)
  const both: Record<string, Property> = { ...members }
  for (const [column, current] of former) if (members[current]) both[column] = members[current]
  return property.items ? { ...property, items: { ...property.items, properties: both } } : { ...property, properties: both }
}

function withFormerNames(error: ApiError, texts: Readonly<Record<string, string>>, former: FormerPaths): ApiError {
  const renamed = Object.entries(texts).map(([path, text]) => {
    const [name = '', row, column, ...rest] = path.split('.')
    const sentColumn = column === undefined ? undefined : (former.get(`${name}.${column}`) ?? column)
    return [[former.get(name) ?? name, row, sentColumn, ...rest].filter((part) => part !== undefined).join('.'), text]
  })
  return new ApiError(error.status, error.code, Object.fromEntries(renamed), { cause: error, headers: { ...error.headers } })
}

/** A record also under the names that its fields had before, so that a form which was opened then can compare what it changed. */
export function alsoUnderFormerNames(prepared: PreparedCall, record: StoredRecord): StoredRecord {
  const former = Object.entries(prepared.services.renamed?.formerNames(prepared.model.entity) ?? {})
  const known = former.filter(([name, current]) => !Object.hasOwn(record, name) && Object.hasOwn(record, current))
  return known.length === 0 ? record : { ...record, ...Object.fromEntries(known.map(([name, current]) => [name, record[current]])) }
}
