import { sql } from 'kysely'
import type { Entity } from '../../../language/documents/entity.ts'
import type { DateNotice } from '../../../language/documents/notice.ts'
import { addDays, taipeiDate } from '../../../rules/dates.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { type EngineServices, prepare } from '../services.ts'
import { selectOne } from '../storage/selectRecord.ts'
import { tell } from './tell.ts'

/** A server that was away tells of the days that it missed, but not of those that are long past. */
const missedDays = 3

/** Records in one transaction. */
const batchSize = 50

interface DateUse {
  readonly entity: Entity
  readonly field: string
  readonly notice: DateNotice
}

/**
 * Tells people of the dates that have come, each once. What a record says on that day counts: who does not meet the condition then is not
 * told later. Several processes can share the work, because the first one that notes a date of a record tells of it.
 *
 * @returns number of dates that have come
 */
export async function tellOfDates(services: EngineServices, db: Database, now: Date, signal: AbortSignal): Promise<number> {
  let count = 0
  for (const use of usesOf(services.entities?.() ?? [])) {
    for (let last = -1; last !== 0 && !signal.aborted; count += last) {
      last = await transact(db, (trx) => tellSome(services, trx, use, now))
    }
  }
  return count
}

function usesOf(entities: readonly Entity[]): readonly DateUse[] {
  return entities.flatMap((entity) =>
    entity.table !== undefined
      ? []
      : Object.entries(entity.properties).flatMap(([field, { notify }]) =>
          notify === undefined ? [] : [{ entity, field, notice: notify }],
        ),
  )
}

async function tellSome(services: EngineServices, trx: Trx, { entity, field, notice }: DateUse, now: Date): Promise<number> {
  const newest = addDays(taipeiDate(now), notice.before)
  const { rows } = await sql<{ id: number; occasion: string }>`
    insert into notice_date (record_id, occasion, told_at)
    select r.id, ${field}::text || ' ' || (r.body ->> ${field}::text), ${now.toISOString()}::timestamptz from record_document r
    where r.entity = ${entity.name} and r.body ->> ${field}::text between ${addDays(newest, -missedDays)} and ${newest}
      and not exists (select from notice_date d where d.record_id = r.id and d.occasion = ${field}::text || ' ' || (r.body ->> ${field}::text))
    order by r.id limit ${batchSize}
    on conflict do nothing returning record_id as id, occasion`.execute(trx.withoutPlugins())
  const prepared = prepare(services, { actor: systemActor, now, screen: null, entity: entity.name, db: trx })
  for (const { id, occasion } of rows) {
    const record = await selectOne(trx, prepared.storage, prepared.storage.source.condition, id)
    if (record) await tell(prepared, trx, { notice, record, about: field, date: occasion })
  }
  return rows.length
}

/** People have read notices for half a year; a date of which they were told does not come back within a year. */
export async function tidyNotices(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString()
  await sql`delete from notice where created_at < ${daysAgo(180)}::timestamptz`.execute(db)
  await sql`delete from notice_date where told_at < ${daysAgo(400)}::timestamptz`.execute(db)
}
