import type { FastifyInstance } from 'fastify'
import { addDays, startOfTaipeiDate } from '../../rules/dates.ts'
import { demoAccounts } from '../identity/demoAccounts.ts'
import { type Actor, systemActor } from '../platform/actor.ts'
import type { Trx } from '../platform/database/tables.ts'
import type { RecordValues, StoredRecord } from '../records/hooks.ts'
import { type ContactSource, createContacts } from './people.ts'
import { createRandom, type Random } from './random.ts'

/** Context of everything that seeds demo data: one transaction, one random generator, one day. */
export interface DemoWorld {
  readonly app: FastifyInstance
  readonly trx: Trx
  readonly random: Random
  readonly contacts: ContactSource
  /** Day for which the data is made, YYYY-MM-DD. */
  readonly asOf: string
}

export function createDemoWorld(app: FastifyInstance, trx: Trx, seed: number, asOf: string): DemoWorld {
  const random = createRandom(seed)
  return { app, trx, random, contacts: createContacts(random), asOf }
}

export type StaffName = 'ops01' | 'ops02' | 'fin01' | 'fm01' | 'fm02' | 'mkt01' | 'admin'

/** A member of staff as actor in the logs of the demo data. Calls without a screen ask for no permission. */
export function staff(userName: StaffName): Actor {
  const fullName = demoAccounts.find((account) => account.userName === userName)?.fullName ?? userName
  return { ...systemActor, userName, fullName, ipAddress: '127.0.0.1' }
}

/** The instant at an hour of Taipei, `days` days before the day of the data (after it when negative). */
export function daysBefore(world: DemoWorld, days: number, hour = 10): Date {
  return new Date(startOfTaipeiDate(addDays(world.asOf, -days)).getTime() + hour * 3_600_000)
}

/** The records engine, used by one person at one time. */
export function recordsOf(world: DemoWorld, entity: string, userName: StaffName, now: Date) {
  const { records } = world.app
  const call = { actor: staff(userName), screen: null, entity, now, db: world.trx, afterCommit: () => undefined }
  return {
    read: (id: number): Promise<StoredRecord> => records.get(call, id),
    create: (values: RecordValues): Promise<StoredRecord> => records.create(call, values),
    update: (record: StoredRecord, changes: RecordValues): Promise<StoredRecord> =>
      records.update(call, record.id, record.rowVersion, changes),
    transition: (record: Pick<StoredRecord, 'id'>, name: string, input: RecordValues = {}): Promise<StoredRecord> =>
      records.transition(call, record.id, name, input),
  }
}
