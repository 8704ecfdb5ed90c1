import type { Trx } from '../../platform/database/tables.ts'
import type { RecordCall, RecordsEngine, RecordsTogether } from '../engine.ts'
import type { LogLine } from '../history/logLine.ts'
import { writeLog } from '../history/writeLog.ts'
import { createKnownOptions } from '../validation/knownOptions.ts'

/**
 * Runs writes of many records in one transaction, see {@link RecordsEngine.together}.
 *
 * @throws Error when `work` goes on after a write has failed: the lines of what was undone would be written all the same
 */
export async function together<T>(engine: RecordsEngine, trx: Trx, work: (records: RecordsTogether) => Promise<T>): Promise<T> {
  const log: LogLine[] = []
  const knownOptions = createKnownOptions()
  let hasFailed = false
  const noticing = async <Result>(writing: Promise<Result>): Promise<Result> => {
    try {
      return await writing
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const joined = <Call extends RecordCall>(call: Call): Call => ({ knownOptions, ...call, log })
  const joining: RecordsTogether = {
    ...engine,
    create: (call, values) => noticing(engine.create(joined(call), values)),
    update: (call, id, rowVersion, changes) => noticing(engine.update(joined(call), id, rowVersion, changes)),
    remove: (call, id, rowVersion) => noticing(engine.remove(joined(call), id, rowVersion)),
    transition: (call, id, name, input) => noticing(engine.transition(joined(call), id, name, input)),
    together: (_trx, inner) => inner(joining),
    noteUserAction: (userAction) => log.push({ history: null, userAction }),
  }
  const done = await work(joining)
  if (hasFailed) throw new Error('writes that are together went on after one of them had failed')
  await writeLog(trx, log)
  return done
}
