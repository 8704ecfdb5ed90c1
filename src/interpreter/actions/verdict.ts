import type { BulkVerdict } from '../../answers/records.ts'
import type { ListRow } from '../shared/calls/listPage.ts'

/** Result of one row of a bulk action. The entry for the rest of a run that ended early has no id. */
export type Verdict = Omit<BulkVerdict, 'id'> & { readonly id: ListRow['id'] }

/** Parses the answer of a bulk call, `{results: [{id, label, ok, message}]}`. @throws TypeError when it has another shape */
export function parseVerdicts(body: unknown): readonly Verdict[] {
  if (typeof body !== 'object' || body === null || !('results' in body) || !Array.isArray(body.results)) {
    throw new TypeError('The bulk call did not answer a verdict per row')
  }
  return body.results.map((result: Readonly<Record<string, unknown>>) => {
    const id = typeof result.id === 'number' || typeof result.id === 'string' ? result.id : ''
    return {
      id,
      label: typeof result.label === 'string' && result.label !== '' ? result.label : String(id),
      ok: result.ok === true,
      message: typeof result.message === 'string' ? result.message : '',
      ...(typeof result.question === 'string' && { question: result.question }),
    }
  })
}
