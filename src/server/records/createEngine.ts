import { inBackground } from '../platform/database/workKind.ts'
import { runBulk } from './bulk.ts'
import { changeRequestEntity, changeRequestHooks } from './changeRequest.ts'
import { createRecord } from './create.ts'
import type { RecordsEngine } from './engine.ts'
import { exportRecords } from './export/exportRecords.ts'
import { startExport } from './export/largeExport.ts'
import { exportRecordPdf } from './export/pdf/recordPdf.ts'
import { readHistory } from './historyRead.ts'
import type { RecordHooks } from './hooks.ts'
import { importExample } from './import/importExample.ts'
import { checkImport, importRecords } from './import/importRecords.ts'
import { forQuery } from './querySource.ts'
import { getRecord, listChildren, listRecords } from './read.ts'
import { removeRecord } from './remove.ts'
import { readReport } from './report.ts'
import { type EngineServices, prepare } from './services.ts'
import { runTransition } from './transition.ts'
import { updateRecord } from './update.ts'

/** The engine over the entity documents in force. Change requests are an entity like any other, with effects of their own. */
export function createRecordsEngine(parts: Omit<EngineServices, 'hooks'>): { engine: RecordsEngine; services: EngineServices } {
  const hooks = new Map<string, RecordHooks>()
  const services: EngineServices = { ...parts, hooks }
  hooks.set(changeRequestEntity, changeRequestHooks(services))
  const engine: RecordsEngine = {
    register(entity, added) {
      if (hooks.has(entity)) throw new Error(`hooks of ${entity} are registered twice`)
      hooks.set(entity, added)
    },
    entity(name) {
      const entity = services.findEntity(name)
      if (!entity) throw new Error(`there is no entity ${name}`)
      return entity
    },
    list: (call, query) => listRecords(forQuery(prepare(services, call), query), query),
    get: (call, id) => getRecord(prepare(services, call), id),
    create: (call, values) => createRecord(prepare(services, call), values),
    update: (call, id, rowVersion, changes) => updateRecord(prepare(services, call), id, rowVersion, changes),
    remove: (call, id, rowVersion) => removeRecord(prepare(services, call), id, rowVersion),
    transition: (call, id, name, input) => runTransition(prepare(services, call), id, name, input),
    bulk: (call, name, selection, input) => runBulk(prepare(services, call), name, selection, input),
    history: (call, id) => readHistory(prepare(services, call), id),
    children: (call, id, child, page) => listChildren(prepare(services, call), id, child, page),
    report: (call, query, group = null) => readReport(forQuery(prepare(services, call), query), query, group),
    startExport: (call, query) => startExport(forQuery(prepare(services, call), query), query),
    exportFile: (call, query, format) => inBackground(() => exportRecords(forQuery(prepare(services, call), query), query, format)),
    exportRecord: (call, id) => exportRecordPdf(prepare(services, call), id),
    importFile: (call, file) => importRecords(prepare(services, call), file),
    checkImport: (call, file) => checkImport(prepare(services, call), file),
    importExample: (call) => importExample(prepare(services, call)),
  }
  return { engine, services }
}
