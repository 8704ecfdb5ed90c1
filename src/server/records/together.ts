import type { Trx } from '../platform/database/tables.ts'
import type { RecordCall, RecordsEngine } from './engine.ts'
import { type LogLine, writeLog } from './historyLog.ts'
import type { KnownOptions } from './validation/knownOptions.ts'

/** Runs writes of many records in one transaction, see {@link RecordsEngine.together}. */
export async function together<T>(engine: RecordsEngine, trx: Trx, work: (records: RecordsEngine) => Promise<T>): Promise<T> {
  const log: LogLine[] = []
  const knownOptions: KnownOptions = new Map()
  const joined = <Call extends RecordCall>(call: Call): Call => ({ ...call, log, knownOptions })
  const joining: RecordsEngine = {
    ...engine,
    create: (call, values) => engine.create(joined(call), values),
    update: (call, id, rowVersion, changes) => engine.update(joined(call), id, rowVersion, changes),
    remove: (call, id, rowVersion) => engine.remove(joined(call), id, rowVersion),
    transition: (call, id, name, input) => engine.transition(joined(call), id, name, input),
    together: (_trx, inner) => inner(joining),
  }
  const done = await work(joining)
  await writeLog(trx, log)
  return done
}
