import type { StoredRecord } from '../hooks.ts'
import { present } from '../masks/present.ts'
import { withNamedInRows } from '../read/namedInRows.ts'
import type { OpenWrite } from '../services.ts'

/** A record that was just written, as it is sent. */
export async function presentRecord({ prepared, trx }: Pick<OpenWrite, 'prepared' | 'trx'>, record: StoredRecord): Promise<StoredRecord> {
  const [named = record] = await withNamedInRows(prepared, trx, [record], 'record')
  return present(prepared, named)
}
