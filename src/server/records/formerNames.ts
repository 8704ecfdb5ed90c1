import { ApiError } from '../platform/errors.ts'
import type { RecordValues, StoredRecord } from './hooks.ts'
import type { PreparedCall } from './services.ts'

/**
 * Runs a write for a form that was opened before some of its fields were renamed: what it sends under former names is stored under the names
 * that the fields have now, and what is wrong with them is told under the names that the form knows.
 */
export async function underCurrentNames<T>(
  prepared: PreparedCall,
  body: RecordValues,
  work: (body: RecordValues) => Promise<T>,
): Promise<T> {
  const former = new Map<string, string>()
  const renamed = Object.entries(body).map(([name, value]) => {
    const current = currentName(prepared, name)
    if (current === name || Object.hasOwn(body, current)) return [name, value] as const
    former.set(current, name)
    return [current, value] as const
  })
  if (former.size === 0) return work(body)
  try {
    return await work(Object.fromEntries(renamed))
  } catch (error) {
    throw error instanceof ApiError && typeof error.body !== 'string' ? withFormerNames(error, error.body, former) : error
  }
}

/** The name that a field of the entity has now; `name` itself when it never was another one. */
export function currentName({ services, model }: PreparedCall, name: string): string {
  return services.currentName?.(model.entity, name) ?? name
}

function withFormerNames(error: ApiError, texts: Readonly<Record<string, string>>, former: ReadonlyMap<string, string>): ApiError {
  const renamed = Object.entries(texts).map(([path, text]) => {
    const [name = '', ...rest] = path.split('.')
    return [[former.get(name) ?? name, ...rest].join('.'), text]
  })
  return new ApiError(error.status, error.code, Object.fromEntries(renamed), { cause: error, headers: { ...error.headers } })
}

/** A record also under the names that its fields had before, so that a form which was opened then can compare what it changed. */
export function alsoUnderFormerNames(prepared: PreparedCall, record: StoredRecord): StoredRecord {
  const former = Object.entries(prepared.services.formerNames?.(prepared.model.entity) ?? {})
  const known = former.filter(([name, current]) => !Object.hasOwn(record, name) && Object.hasOwn(record, current))
  return known.length === 0 ? record : { ...record, ...Object.fromEntries(known.map(([name, current]) => [name, record[current]])) }
}
