import type { Names, ScreenContext } from '../../../catalog/known.ts'
import { type PublishedTable, reachOf } from '../../../catalog/publishedTable.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Child } from '../../../documents/screen.ts'
import { unmaskAction } from '../../../entity/maskedFields.ts'
import { referencesOf } from '../../../entity/references.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { findActionSource } from '../../../resolve/actions.ts'
import { resourceOf } from '../../../resolve/api.ts'
import { readFormSource } from '../../../resolve/formSource.ts'
import { namedActions } from '../../namedActions.ts'
import { followsExtends } from '../forms/formShape.ts'

/**
 * Checks that a screen uses only tables that their areas allow it. The area's own screens may do everything published. Others may read
 * where the area allows it, with a permission that nobody has until it is granted.
 */
export function screenTable(context: ScreenContext): readonly Finding[] {
  const { screen, entity, names } = context
  const resource = resourceOf(screen)
  const own = tableOf(entity, names)
  const ofChildren = Object.entries(screen.children ?? {}).flatMap(([name, child]) => {
    const entityOfChild = names.entities.get(child.entity)
    const table = entityOfChild && tableOf(entityOfChild, names)
    const isListed =
      table !== undefined && ([...table.screens, ...(table.asChild ?? [])].includes(resource) || isForItsReaders(child, table))
    return table === undefined || isListed ? [] : checkReading(table, resource, ['children', name, 'entity'], names)
  })
  const referred = referredTables(context).flatMap(({ table, place }) => checkReading(table, resource, place, names))
  if (own === undefined || own.screens.includes(resource)) return [...ofChildren, ...referred]
  const reading = checkReading(own, resource, ['entity'], names)
  return [...reading, ...(reading.length > 0 ? [] : writingParts(own, context)), ...ofChildren]
}

/** The tables whose records the screen names, and of which it may show fields, by references of its entities. */
function referredTables({ screen, entity, names }: ScreenContext): readonly { readonly table: PublishedTable; readonly place: Place }[] {
  const shown = [
    { entity, place: ['entity'] as Place },
    ...Object.entries(screen.children ?? {}).map(([name, child]) => ({
      entity: names.entities.get(child.entity),
      place: ['children', name, 'entity'],
    })),
  ]
  return shown.flatMap(({ entity: one, place }) =>
    referencesOf(one?.properties ?? {}).flatMap(({ reference }) => {
      const other = names.entities.get(reference.entity)
      const table = other && tableOf(other, names)
      return table === undefined || table.elsewhere !== 'read' ? [] : [{ table, place }]
    }),
  )
}

/**
 * A child list is allowed for readers who may open a screen of these rows anyway; row scope and masks are those of the entity in both
 * places.
 */
function isForItsReaders({ permission }: Child, { screens, asChild = [], elsewhere }: PublishedTable): boolean {
  const readers = new Set([...screens, ...asChild].map((screen) => `${screen}.view`))
  const asked = permission === undefined ? [] : [permission].flat()
  return elsewhere !== 'nothing' && asked.length > 0 && asked.every((one) => readers.has(one))
}

function tableOf(entity: Entity, names: Names): PublishedTable | undefined {
  return entity.table === undefined ? undefined : names.tables.get(entity.table)
}

function checkReading(table: PublishedTable, resource: string, place: Place, names: Names): readonly Finding[] {
  const where = table.screens.length === 0 ? '' : `；可用的畫面：${table.screens.join('、')}`
  if (reachOf(table, resource, names.codeResources) !== 'nothing') return []
  if (table.elsewhere !== 'read') {
    return [{ place, code: 'table-not-here', message: `資料表 ${table.table} 不開放給畫面 ${resource}${where}` }]
  }
  const message = `權限 ${resource} 已授予其他用途，持有人會因此看到資料表 ${table.table}；請用新的畫面路徑${where}`
  return [{ place, code: 'table-not-here', message }]
}

const writingBuiltIns: readonly string[] = ['create', 'edit', 'copy', 'delete', 'import']

function writingParts(table: PublishedTable, { screen, entity }: ScreenContext): readonly Finding[] {
  const finding = (place: Place, name: string): Finding => ({
    place,
    code: 'table-not-here',
    message: `資料表 ${table.table} 在此畫面只供查詢，不能有「${name}」；可修改的畫面：${table.screens.join('、') || '無'}`,
  })
  const buttons = namedActions(screen).flatMap(({ name, place }) => {
    const source = findActionSource(name, screen, entity)
    return source === 'transition' || (source === 'builtIn' && writingBuiltIns.includes(name)) ? [finding(place, name)] : []
  })
  const forms = Object.keys(screen.forms ?? {}).flatMap((name) =>
    followsExtends(name, screen) && readFormSource(name, screen, entity).mode !== 'view' ? [finding(['forms', name], name)] : [],
  )
  // Only the area's own screens may unmask.
  const unmasking = Object.entries(screen.actions ?? {}).flatMap(([name, { permission }]) =>
    permission === unmaskAction ? [finding(['actions', name, 'permission'], permission)] : [],
  )
  return [...buttons, ...forms, ...unmasking]
}
