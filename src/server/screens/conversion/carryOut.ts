import { sql } from 'kysely'
import { type Catalog, emptyCatalog } from '../../../language/catalog/catalog.ts'
import { type ConversionStep, conversionSteps, mayHaveSteps, membersOf, placesOf } from '../../../language/conversion/steps.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { systemActor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import { convertField } from './convertField.ts'
import { moveColumn } from './moveColumn.ts'
import { moveEntity } from './moveEntity.ts'
import { moveField } from './moveField.ts'
import { moveOption } from './moveOption.ts'
import { moveScreen } from './moveScreen.ts'
import type { Renames } from './renames.ts'

interface CarryOutInput {
  readonly db: Database
  readonly before: Catalog
  readonly after: Catalog
  readonly renames: Renames
  readonly now: Date
}

/**
 * Moves what is stored to where the new documents look for it, in one transaction just before they take effect: until it commits, everybody
 * reads the old values under the old documents. Carried out twice it changes nothing, so each process may do it.
 *
 * @returns what was carried out
 */
export async function carryOut({ db, before, after, renames, now }: CarryOutInput): Promise<readonly ConversionStep[]> {
  if (!mayHaveSteps(before, after)) return []
  await renames.read(db)
  const steps = conversionSteps(before, after, renames.all)
  if (steps.length === 0) return steps
  await transactWithRetry(db, async (trx) => {
    // One process at a time, so that none finds half of what another has moved.
    await sql`lock table document_rename in share row exclusive mode`.execute(trx)
    for (const step of steps) await carryOutStep(trx, step, { after, now })
  })
  await renames.read(db)
  return steps
}

interface StepContext {
  readonly after: Catalog
  readonly now: Date
}

async function carryOutStep(trx: Trx, step: ConversionStep, { after, now }: StepContext): Promise<void> {
  const changed = await move(trx, step, after)
  await noteStep(trx, step, { changed, now })
  if (changed === 0) return
  // Results that were stored with the records are looked at again: they may stand on what was moved.
  const touched = entitiesOf(step)
  await sql`delete from formula_results where entity = any(${touched}::text[])`.execute(trx.withoutPlugins())
  const [action, entity] = [actionOf(step, changed), aboutOf(step)]
  await writeUserAction(trx, { actor: systemActor, userActionType: userActionType.other, action, entity, at: now })
}

/** The entity, or the dictionary, under which the log of users has the step. */
function aboutOf(step: ConversionStep): string | undefined {
  if (step.kind === 'entity') return step.name
  if (step.kind === 'column') return step.entity
  return step.kind === 'screen' ? undefined : step.owner
}

/** The entities whose records a step moves. */
function entitiesOf(step: ConversionStep): readonly string[] {
  switch (step.kind) {
    case 'screen':
      return []
    case 'entity':
      return [step.former, step.name]
    case 'column':
      return [step.entity]
    case 'option':
      return [...new Set(step.places.map(({ entity }) => entity))]
    case 'field':
    case 'convert':
      return [step.owner]
  }
}

async function move(trx: Trx, step: ConversionStep, after: Catalog): Promise<number> {
  // In the order in which everybody locks several records, so that nobody waits for each other.
  await sql`
    select from record_document where entity = any(${entitiesOf(step)}::text[]) order by id for update
  `.execute(trx.withoutPlugins())
  switch (step.kind) {
    case 'entity':
      return moveEntity(trx, step)
    case 'field':
      return moveField(trx, step, after)
    case 'column':
      return moveColumn(trx, step)
    case 'option':
      return moveOption(trx, step, after)
    case 'screen':
      return moveScreen(trx, step)
    case 'convert':
      return convertField(trx, step)
  }
}

/** The newest line about a name says what it became; a line that says the same already is enough. */
async function noteStep(trx: Trx, step: ConversionStep, { changed, now }: { changed: number; now: Date }): Promise<void> {
  const [former, name] = step.kind === 'convert' ? [step.field, step.field] : [step.former, step.name]
  await sql`
    insert into document_rename (kind, owner, former, name, changed, renamed_at)
    select ${step.kind}, ${step.owner}, ${former}, ${name}, ${changed}, ${now}
    where ${changed} > 0 or not exists (select from document_rename as d
      where d.kind = ${step.kind} and d.owner = ${step.owner} and d.former = ${former} and d.name = ${name})
  `.execute(trx.withoutPlugins())
}

/** A request that was at work under the former documents may store by them for so long. */
const graceMs = 60_000

/**
 * Carries out once more what was carried out a minute ago, for what was stored meanwhile by the former documents.
 *
 * @returns number of lines that were looked at; null for none
 */
export async function repeatSteps(db: Database, catalog: Catalog, now: Date): Promise<{ readonly repeated: number } | null> {
  const since = new Date(now.getTime() - graceMs)
  return transactWithRetry(db, async (trx) => {
    // In the order in which they were carried out: the columns of an entity stand under its new name.
    const { rows } = await sql<NotedStep>`
      with noted as (
        update document_rename set repeated_at = ${now} where repeated_at is null and renamed_at < ${since}
        returning id, kind, owner, former, name
      )
      select kind, owner, former, name from noted order by id
    `.execute(trx.withoutPlugins())
    const steps = conversionSteps(emptyCatalog, catalog, [])
    for (const noted of rows) {
      const step = steps.find((one) => one.kind === noted.kind && one.owner === noted.owner && nameOf(one) === noted.name)
      const again = step ?? takenBackStep(noted, catalog)
      if (again) await move(trx, again, catalog)
    }
    return rows.length === 0 ? null : { repeated: rows.length }
  })
}

interface NotedStep {
  readonly kind: ConversionStep['kind']
  readonly owner: string
  readonly former: string
  readonly name: string
}

/** A name that is back; no document says so. The grants of a screen are moved once only. */
function takenBackStep({ kind, owner, former, name }: NotedStep, { entities, dictionaries }: Catalog): ConversionStep | null {
  const isBack = (names: Readonly<Record<string, unknown>>) => Object.hasOwn(names, name) && !Object.hasOwn(names, former)
  const rename = { owner, former, name, title: name }
  switch (kind) {
    case 'entity':
      return isBack(Object.fromEntries(entities)) ? { ...rename, kind } : null
    case 'field':
      return isBack(entities.get(owner)?.properties ?? {}) ? { ...rename, kind } : null
    case 'column': {
      const [entity = '', field = ''] = owner.split('.')
      return isBack(membersOf(entities.get(entity)?.properties[field])) ? { ...rename, kind, entity, field } : null
    }
    case 'option': {
      const keys = Object.fromEntries(dictionaries.get(owner)?.options.map(({ key }) => [key, true]) ?? [])
      return isBack(keys) ? { ...rename, kind, places: placesOf(owner, { entities }) } : null
    }
    case 'screen':
    case 'convert':
      return null
  }
}

const nameOf = (step: ConversionStep) => (step.kind === 'convert' ? step.field : step.name)

function actionOf(step: ConversionStep, changed: number): string {
  switch (step.kind) {
    case 'entity':
      return `依文件改名 實體「${step.title}」由 ${step.former} 改為 ${step.name}，${changed} 筆`
    case 'field':
    case 'column':
    case 'option':
      return `依文件改名 ${step.owner} 的「${step.title}」由 ${step.former} 改為 ${step.name}，${changed} 筆`
    case 'screen':
      return `依文件改名 畫面「${step.title}」由 ${step.former} 改為 ${step.name}，授權與個人設定 ${changed} 筆`
    case 'convert':
      return `依文件${step.isBack ? '還原' : '轉換'} ${step.owner} 的「${step.title}」（${step.field}），${changed} 筆`
  }
}
