import type { Entity } from '../../../language/documents/entity.ts'
import type { Screen } from '../../../language/documents/screen.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { type Actor, systemActor } from '../../platform/actor.ts'
import type { Database, Executor } from '../../platform/database/tables.ts'
import { createRecordsEngine } from '../createEngine.ts'
import type { RecordCall, RecordsEngine } from '../engine.ts'
import type { AnyRecordHooks } from '../hooks.ts'
import type { EngineServices } from '../services.ts'
import { createRecordTables, openMemoryDatabase, runScript } from './memoryDatabase.ts'
import { changeRequestEntityDocument, sampleEntity, sampleTables } from './sampleEntity.ts'

export interface SampleEngine {
  readonly db: Database
  readonly engine: RecordsEngine
  readonly services: EngineServices
  readonly screen: ResolvedScreen
  addHooks(hooks: AnyRecordHooks): void
  /** Deletes all records, but not the history. */
  reset(): Promise<void>
  close(): Promise<void>
}

const screenDocument: Screen = {
  uri: '/_test/samples',
  title: '樣本維護',
  entity: 'sample',
  list: {
    columns: ['sampleNo', 'sampleName', 'category', 'points', 'price', 'status', 'account', 'updatedAt'],
    filters: [
      'sampleName',
      'category',
      'points',
      'isOpen',
      { field: 'startDate', op: 'between' },
      { field: 'happenedAt', op: 'between' },
      'status',
      'tags',
    ],
    sort: ['sampleNo'],
    totals: ['points', 'price'],
    views: { open: { title: '開放', filter: { 'row.isOpen': { eq: true } } } },
    toolbar: ['create', 'export', 'import'],
    rowActions: ['edit', 'view', 'delete', 'history', 'submit', 'approve', 'reject', 'close'],
    bulkActions: ['submit', 'approve'],
  },
}

/** The parts of an engine for the sample entity, for a database of either kind. */
export function sampleParts(kind: 'table' | 'document'): {
  /** Creates the tables of the sample; needs the migrations of platform and records. */
  readonly script: string
  readonly screen: ResolvedScreen
  readonly services: Omit<EngineServices, 'hooks' | 'rowKey' | 'writes'>
} {
  const entities = new Map<string, Entity>([sampleEntity(kind), changeRequestEntityDocument].map((one) => [one.name, one]))
  const categories = [
    { key: 'A', value: '甲類' },
    { key: 'B', value: '乙類' },
  ]
  return {
    script: sampleTables,
    screen: resolveScreen(screenDocument, entities),
    services: {
      findEntity: (name) => entities.get(name),
      findOptions: async (name) => (name === 'Category' ? categories : undefined),
      reportFailure: (error) => {
        throw error
      },
    },
  }
}

/** Opens an engine for one entity with the given storage, in a database of its own. */
export async function openSampleEngine(kind: 'table' | 'document'): Promise<SampleEngine> {
  const { db, close } = await openMemoryDatabase(createRecordTables)
  const { script, screen, services: parts } = sampleParts(kind)
  await runScript(db, script)
  const { engine, services } = createRecordsEngine(parts)
  // No document of the product describes the sample, so its hooks have the general type.
  const register = engine.register as (entity: string, hooks: AnyRecordHooks) => void
  return {
    db,
    engine,
    services,
    close,
    addHooks: (hooks) => register('sample', hooks),
    screen,
    reset: () => runScript(db, 'delete from sample_child; delete from sample; delete from record_document; delete from change_request;'),
  }
}

export const now = new Date('2026-03-01T02:03:04.005Z')

export function actorOf(userName: string, changes: Partial<Actor> = {}): Actor {
  const actions = ['view', 'create', 'edit', 'delete', 'export', 'import', 'submit', 'approve']
  const permissions = new Set(actions.map((action) => `test.samples.${action}`))
  return { ...systemActor, id: 1, userName, fullName: userName, permissions, ...changes }
}

export function merchantOf(userName: string, companyNo: string, readable: readonly string[] = [companyNo]): Actor {
  return actorOf(userName, { userType: '2', companyNo, readableCompanyNos: readable })
}

export function callBy(sample: SampleEngine, actor: Actor, changes: Partial<RecordCall> & { db?: Executor } = {}): RecordCall {
  return { actor, screen: sample.screen, entity: 'sample', now, db: sample.db, ...changes }
}

export function queryOf(changes: Partial<ListQuery> = {}): ListQuery {
  return {
    filters: [],
    alternatives: [],
    search: '',
    sort: [{ field: 'sampleNo', direction: 'asc' }],
    pageIndex: 0,
    pageSize: 25,
    view: null,
    ...changes,
  }
}
