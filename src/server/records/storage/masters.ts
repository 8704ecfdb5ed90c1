import { sql } from 'kysely'
import { detailsOf } from '../../../language/entity/details.ts'
import { referencesOf } from '../../../language/entity/references.ts'
import type { Trx } from '../../platform/database/tables.ts'
import type { RecordValues } from '../hooks.ts'
import type { EntityModel } from '../model.ts'
import { type FindStorage, hasKey } from './recordKeys.ts'
import type { Storage } from './storage.ts'

/** An entity whose records show records of another one as their rows. */
export interface Master {
  readonly storage: Storage
  /** Field of the other records that refers to it. */
  readonly by: string
  /** Fields of the other records that are part of it. */
  readonly fields: ReadonlySet<string>
}

/** The entities that show records of an entity as rows. */
export function mastersOf({ entity }: EntityModel, find: FindStorage): readonly Master[] {
  return referencesOf(entity.properties).flatMap(({ list, field: by, reference }) => {
    const storage = list === undefined ? find(reference.entity) : undefined
    const shown = detailsOf(storage?.model.entity.properties ?? {}).find(
      ({ details }) => details.child === entity.name && details.by === by,
    )
    if (storage === undefined || shown === undefined) return []
    const { fields, order } = shown.details
    return [{ storage, by, fields: new Set([by, ...fields, ...(order === undefined ? [] : [order])]) }]
  })
}

/**
 * Gives the masters of records a new version, because the rows that somebody sees in their form are no longer the stored ones: what that
 * person saves next is compared first, instead of removing a row that was added meanwhile.
 */
export async function renewMasters(trx: Trx, masters: readonly Master[], records: readonly RecordValues[]): Promise<void> {
  for (const { storage, by } of masters) {
    const keys = new Set(records.map((record) => record[by]).filter((key) => typeof key === 'string'))
    for (const key of [...keys].sort()) {
      await sql`update record_document as r set row_version = r.row_version + 1
        where ${storage.source.condition} and ${hasKey(storage, sql`${key}::text`)}`.execute(trx.withoutPlugins())
    }
  }
}
