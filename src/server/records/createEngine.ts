import { randomBytes } from 'node:crypto'
import { decidesChanges } from '../../language/entity/changeDecisions.ts'
import type { ListQuery } from '../../language/query/listQuery.ts'
import { isChangeDecision } from '../../rules/waitingChange.ts'
import { inBackground } from '../platform/database/workKind.ts'
import { decideOnChange } from './changeDecisions/changeDecision.ts'
import { changeRequestHooks } from './changeDecisions/changeEffects.ts'
import { changeRequestEntity } from './changeRequests/changeRequest.ts'
import type { RecordCall, RecordsEngine } from './engine.ts'
import { exportRecords } from './export/exportRecords.ts'
import { startExport } from './export/largeExport.ts'
import { exportRecordPdf } from './export/pdf/recordPdf.ts'
import type { AnyRecordHooks } from './hooks.ts'
import { textsOfRefusals } from './import/cellTexts.ts'
import { importExample } from './import/importExample.ts'
import { checkImport, importRecords } from './import/importRecords.ts'
import { askLookups } from './masks/askLookups.ts'
import { listChoices } from './read/choices.ts'
import { readHistory } from './read/historyRead.ts'
import { forQuery } from './read/querySource.ts'
import { findRecord, getRecord, listChildren, listRecords } from './read/read.ts'
import { readCounts, readFirstRows, readSummary } from './read/summary.ts'
import { readReport } from './report/readReport.ts'
import { type EngineServices, type PreparedCall, prepare } from './services.ts'
import { runBulk } from './write/bulk.ts'
import { createInside, createRecord } from './write/create.ts'
import { removeInside, removeRecord } from './write/remove.ts'
import { together } from './write/together.ts'
import { runTransition } from './write/transition.ts'
import { updateInside, updateRecord } from './write/update.ts'

/**
 * Creates the engine for the current entity documents. Change requests are an ordinary entity with hooks of their own.
 *
 * @param publishedEntities the only names for which hooks may be registered; null allows any (tests)
 */
export function createRecordsEngine(
  parts: Omit<EngineServices, 'hooks' | 'rowKey' | 'writes'> & Partial<Pick<EngineServices, 'rowKey'>>,
  publishedEntities: ReadonlySet<string> | null = null,
): { engine: RecordsEngine; services: EngineServices } {
  const hooks = new Map<string, AnyRecordHooks>()
  const writes = { create: createInside, update: updateInside, remove: removeInside }
  const services: EngineServices = { rowKey: randomBytes(32), ...parts, hooks, writes }
  hooks.set(changeRequestEntity, changeRequestHooks(services) as unknown as AnyRecordHooks)
  // The documents guarantee the record types. The engine itself handles all entities alike, so casts are needed here.
  const engine: RecordsEngine = {
    register(entity, added) {
      if (publishedEntities?.has(entity) === false)
        throw new Error(`hooks of ${entity}, which no area publishes: a document could take the name`)
      if (hooks.has(entity)) throw new Error(`hooks of ${entity} are registered twice`)
      // The engine knows only documents, so it takes hooks of any type. The type parameter guarantees that they fit the entity.
      hooks.set(entity, added as unknown as AnyRecordHooks)
    },
    entity(name) {
      const entity = services.findEntity(name)
      if (!entity) throw new Error(`there is no entity ${name}`)
      return entity
    },
    ...readingCalls(services),
    ...writingCalls(services),
    ...fileCalls(services),
    together: (trx, work) => together(engine, trx, work),
  } as RecordsEngine
  return { engine, services }
}

type Calls<Name extends keyof RecordsEngine> = Pick<RecordsEngine, Name>

/** All list queries of users pass here, to count masked look-ups. Jobs run queries that a user has made before. */
async function asked(services: EngineServices, call: RecordCall, query: ListQuery): Promise<PreparedCall> {
  const prepared = prepare(services, call)
  await askLookups(prepared, query)
  return forQuery(prepared, query)
}

type Reading = 'list' | 'get' | 'find' | 'history' | 'children' | 'choices' | 'report' | 'summary' | 'counts' | 'firstRows'

function readingCalls(services: EngineServices) {
  return {
    list: async (call, query) => listRecords(await asked(services, call, query), query),
    get: (call, id) => getRecord(prepare(services, call), id),
    find: (call, key, by) => findRecord(prepare(services, call), key, by),
    history: (call, id) => readHistory(prepare(services, call), id),
    children: (call, id, child, page) => listChildren(prepare(services, call), id, child, page),
    choices: (call, path, question) => listChoices(prepare(services, call), path, question),
    report: async (call, query, group = null) => readReport(await asked(services, call, query), query, group),
    summary: async (call, question) => readSummary(await asked(services, call, question.query), question),
    counts: async (all) =>
      readCounts(await Promise.all(all.map(async ([call, rows]) => [await asked(services, call, rows.query), rows] as const))),
    firstRows: async (call, question) => readFirstRows(await asked(services, call, question.query), question),
  } as Calls<Reading>
}

type Writing = 'beforeWrite' | 'create' | 'update' | 'remove' | 'transition' | 'bulk'

function writingCalls(services: EngineServices) {
  return {
    beforeWrite: async (call, input) => {
      const { db, actor, now } = call
      await services.hooks.get(call.entity)?.beforeWrite?.({ db, actor, now }, input)
    },
    create: (call, values) => createRecord(prepare(services, call), values),
    update: (call, id, rowVersion, changes) => updateRecord(prepare(services, call), id, rowVersion, changes),
    remove: (call, id, rowVersion) => removeRecord(prepare(services, call), id, rowVersion),
    transition: (call, id, name, input) => {
      const prepared = prepare(services, call)
      const isDecision = isChangeDecision(name) && decidesChanges(prepared.model.entity)
      return isDecision ? decideOnChange(prepared, id, name, input) : runTransition(prepared, id, name, input)
    },
    bulk: async (call, name, selection, input) => {
      const prepared = prepare(services, call)
      if (selection.kind === 'query') await askLookups(prepared, selection.query)
      return runBulk(prepared, name, selection, input)
    },
  } as Calls<Writing>
}

type Files = 'startExport' | 'exportFile' | 'exportRecord' | 'importFile' | 'checkImport' | 'importTexts' | 'importExample'

function fileCalls(services: EngineServices) {
  return {
    startExport: async (call, query) => startExport(await asked(services, call, query), query),
    exportFile: async (call, query, format) => {
      const prepared = await asked(services, call, query)
      return inBackground(() => exportRecords(prepared, query, format))
    },
    exportRecord: (call, id) => exportRecordPdf(prepare(services, call), id),
    importFile: (call, file) => importRecords(prepare(services, call), file),
    checkImport: (call, file) => checkImport(prepare(services, call), file),
    importTexts: (call, refusals) => textsOfRefusals(prepare(services, call), refusals),
    importExample: (call) => importExample(prepare(services, call)),
  } as Calls<Files>
}
