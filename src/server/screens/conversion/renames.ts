import { sql } from 'kysely'
import { earlierNames, laterNames, type Rename } from '../../../language/conversion/rename.ts'
import { columnOwner, membersOf } from '../../../language/conversion/steps.ts'
import type { Dictionary } from '../../../language/documents/dictionary.ts'
import type { Entity } from '../../../language/documents/entity.ts'
import { partsOfUri } from '../../../language/resolve/api.ts'
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

  /** The names that columns of the rows of a field had before, with those that they have now. */
  formerColumns({ name, properties }: Entity, field: string): Readonly<Record<string, string>> {
    const owner = columnOwner(name, field)
    const ofField = this.#all.filter((one) => one.kind === 'column' && one.owner === owner)
    if (ofField.length === 0) return {}
    const columns = membersOf(properties[field])
    const current = (former: string) => laterNames(former, ofField).find((later) => Object.hasOwn(columns, later))
    return Object.fromEntries(
      ofField.flatMap(({ former }) => {
        const now = Object.hasOwn(columns, former) ? undefined : current(former)
        return now === undefined ? [] : [[former, now] as const]
      }),
    )
  }

  /** The key that an option has now which had this one before; the key itself when it is an option, or never was one. */
  currentOption({ name: owner, options }: Pick<Dictionary, 'name' | 'options'>, key: string): string {
    const ofDictionary = this.#all.filter((one) => one.kind === 'option' && one.owner === owner)
    const isOption = (one: string) => options.some((option) => option.key === one)
    if (ofDictionary.length === 0 || isOption(key)) return key
    return laterNames(key, ofDictionary).find(isOption) ?? key
  }

  /** The name of an entity, and those that it had before: histories are kept under the name of their time. */
  entityNames(name: string): readonly string[] {
    const ofEntities = this.#all.filter(({ kind }) => kind === 'entity')
    return ofEntities.length === 0 ? [name] : [name, ...earlierNames(name, ofEntities)]
  }

  /** The uri that a screen has now; `uri` itself when it is there, or never was another one. */
  currentScreen(uri: string, screens: ReadonlyMap<string, unknown>): string {
    if (screens.has(uri)) return uri
    const ofScreens = this.#all.filter(({ kind }) => kind === 'screen')
    return laterNames(uri, ofScreens).find((later) => screens.has(later)) ?? uri
  }

  /** The path of a call that a page sends which was opened before its screen got another uri; null for any other path. */
  currentPath(path: string, screens: ReadonlyMap<string, unknown>): string | null {
    const [, api, area, resource, ...rest] = path.split('/')
    const isCalled = (uri: string) => partsOfUri(uri).area === area && partsOfUri(uri).resource === resource
    const former = this.#all.find((one) => one.kind === 'screen' && isCalled(one.former) && !screens.has(one.former))?.former
    const current = former === undefined ? undefined : this.currentScreen(former, screens)
    if (current === undefined || current === former) return null
    const now = partsOfUri(current)
    return ['', api, now.area, now.resource, ...rest].join('/')
  }
}
