import type { StoredRecord } from '../hooks.ts'
import { withNamedInRows } from '../read/namedInRows.ts'
import { present } from '../read/present.ts'
import type { OpenWrite } from '../services.ts'

/** A record that was just written, as it is sent. */
export async function presentRecord({ prepared, trx }: Pick<OpenWrite, 'prepared' | 'trx'>, record: StoredRecord): Promise<StoredRecord> {
  const [named = record] = await withNamedInRows(prepared, trx, [record], 'record')
  return present(prepared, named)
}
