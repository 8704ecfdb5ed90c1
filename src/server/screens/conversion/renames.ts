import { sql } from 'kysely'
import { laterNames, type Rename } from '../../../language/conversion/steps.ts'
import type { Entity } from '../../../language/documents/entity.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** The renames that were carried out, oldest first; kept in memory because every request may name a former field. */
export class Renames {
  #all: readonly Rename[] = []

  get all(): readonly Rename[] {
    return this.#all
  }

  async read(db: Executor): Promise<void> {
    const { rows } = await sql<Rename>`select kind, owner, former, name from document_rename where kind <> 'convert' order by id`.execute(
      db.withoutPlugins(),
    )
    this.#all = rows
  }

  /** The field of an entity that was called `name` some time; `name` itself when there is none, or a field has that name now. */
  currentName({ name: owner, properties }: Entity, name: string): string {
    if (this.#all.length === 0 || Object.hasOwn(properties, name)) return name
    const ofEntity = this.#all.filter((one) => one.kind === 'field' && one.owner === owner)
    return laterNames(name, ofEntity).find((later) => Object.hasOwn(properties, later)) ?? name
  }

  /** The names that fields of an entity had before, with those that they have now. */
  formerNames(entity: Entity): Readonly<Record<string, string>> {
    const former = this.#all.filter((one) => one.kind === 'field' && one.owner === entity.name).map((one) => one.former)
    const known = former.map((name) => [name, this.currentName(entity, name)] as const).filter(([name, current]) => name !== current)
    return Object.fromEntries(known)
  }
}
