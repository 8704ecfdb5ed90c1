import { sql } from 'kysely'
import type { Transition } from '../../../language/documents/entity.ts'
import type { ResolvedAction, ResolvedScreen } from '../../../language/resolved.ts'
import { type DeniedActions, deniedActionsKey } from '../../../rules/deniedActions.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import { entityNames } from '../formerNames.ts'
import type { StoredRecord } from '../hooks.ts'
import { assertInScope } from '../scope.ts'
import type { PreparedCall } from '../services.ts'

/**
 * Finds the actions that this user is denied for a record although its state allows them: deciding on what they submitted themselves,
 * changing records of another company, and what the hooks of the entity deny. Only answers for screens with buttons contain them.
 *
 * @param rows as stored, completed by the hooks
 * @returns one entry per row; empty when nothing is denied
 */
export async function deniedActions(prepared: PreparedCall, rows: readonly StoredRecord[]): Promise<readonly DeniedActions[]> {
  const { screen, actor, db, now } = prepared.call
  const writing = Object.values(screen?.actions ?? {}).filter((action) => writes(screen, action))
  if (writing.length === 0 || rows.length === 0) return rows.map(() => ({}))
  const fromHooks = await prepared.hooks.deniedActions?.({ db, actor, now }, rows)
  const lastEditors = await findLastEditors(prepared, writing, rows)
  return rows.map((row, index) => {
    const ofHooks = new Set(fromHooks?.[index] ?? [])
    const isForeign = belongsToAnother(prepared, row)
    const isDenied = (action: ResolvedAction) =>
      (isForeign && action.kind !== 'request') ||
      ofHooks.has(kindOf(screen, action)) ||
      isMaker(prepared, action, row, lastEditors.get(row.id))
    const names = writing.filter(isDenied).map(({ name }) => name)
    return names.length === 0 ? {} : { [deniedActionsKey]: names }
  })
}

/** The name by which hooks know an action: `edit` for any form, otherwise the name of the transition or call. */
function kindOf(screen: ResolvedScreen | null, action: ResolvedAction): string {
  if (action.kind === 'transition') return action.transition
  if (action.kind === 'form') return screen?.forms[action.form]?.mode ?? action.name
  return action.kind === 'builtIn' ? action.action : action.name
}

function writes(screen: ResolvedScreen | null, action: ResolvedAction): boolean {
  if (action.kind === 'transition') return true
  if (action.kind === 'request') return action.call.method !== 'GET'
  return ['edit', 'delete'].includes(kindOf(screen, action))
}

/**
 * True for a record of another company of the group, which can be read but not changed. Calls that a screen defines itself check this
 * themselves.
 */
function belongsToAnother({ model, call }: PreparedCall, row: StoredRecord): boolean {
  try {
    assertInScope(model, call.actor, row)
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

function transitionOf({ model }: PreparedCall, action: ResolvedAction): Transition | undefined {
  return action.kind === 'transition' ? model.entity.transitions?.[action.transition] : undefined
}

/** The same check that a transition makes on the locked record. */
function isMaker(prepared: PreparedCall, action: ResolvedAction, row: StoredRecord, lastEditor: string | undefined): boolean {
  const { notBy = [] } = transitionOf(prepared, action) ?? {}
  const { userName } = prepared.call.actor
  return notBy.some((field) => row[field] === userName) || (notBy.includes('updatedBy') && lastEditor === userName)
}

/** Users who last changed the content of the records that another person has to decide on. */
async function findLastEditors(
  prepared: PreparedCall,
  actions: readonly ResolvedAction[],
  rows: readonly StoredRecord[],
): Promise<ReadonlyMap<number, string>> {
  const steps = actions.flatMap((action) => transitionOf(prepared, action) ?? []).filter((step) => step.notBy?.includes('updatedBy'))
  const ids = rows.filter((row) => steps.some((step) => step.from.includes(String(row[step.field])))).map((row) => row.id)
  return ids.length === 0 ? new Map() : readLastEditors(prepared.call.db, entityNames(prepared), ids)
}

async function readLastEditors(db: Executor, names: readonly string[], ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; userName: string }>`
    select distinct on (record_id) record_id as id, user_name as "userName" from record_history
    where entity = any(${names}::text[]) and record_id in (${sql.join(ids)}) and action in ('create', 'import', 'update')
    order by record_id, sequence desc
  `.execute(db.withoutPlugins())
  return new Map(rows.map((row) => [row.id, row.userName]))
}
