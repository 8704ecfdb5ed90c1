import { startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transactWithRetry } from '../../platform/database/transactWithRetry.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import { findHits, reachOf } from './hits/findHits.ts'
import type { HitScope } from './hits/scope.ts'
import { readWarningRules } from './ruleCache.ts'
import { ruleCatalog } from './rules/catalog.ts'
import type { WarningRule } from './rules/inForce.ts'
import { recordHits, type WarningServices } from './warnings.ts'

/** What was done before a crash: numbers of the rows of parameters that are finished. */
function doneOf(progress: unknown): readonly number[] {
  const done = progress !== null && typeof progress === 'object' && 'done' in progress ? progress.done : []
  return Array.isArray(done) ? done.filter((id): id is number => typeof id === 'number') : []
}

/** Writes what a rule finds, in the caller's transaction. */
export async function recordFindings(
  services: WarningServices,
  trx: Trx,
  { rule, scope, now }: { readonly rule: WarningRule; readonly scope: HitScope; readonly now: Date },
): Promise<{ hits: number; warnings: number }> {
  const hits = await findHits(trx, rule, scope)
  return { hits: hits.length, warnings: await recordHits(services, trx, hits, now) }
}

/**
 * The rules that look at days (R06), as of the last midnight; one transaction per row of parameters. A run that was interrupted goes on
 * with the rows that are left, and a hit that is written again changes nothing.
 */
export async function runNightlyRules(
  services: WarningServices,
  context: Pick<JobContext, 'db' | 'clock' | 'signal' | 'progress' | 'saveProgress'>,
): Promise<{ rules: number; hits: number; warnings: number }> {
  const { db, clock, signal } = context
  const now = clock.now()
  const midnight = startOfTaipeiDate(taipeiDate(now))
  const rules = await readWarningRules(db)
  const nightly = rules.filter((rule) => rule.isEnabled && ruleCatalog[rule.ruleCode].when === 'nightly')
  const done = [...doneOf(context.progress)]
  let hits = 0
  let warnings = 0
  for (const rule of nightly.filter((each) => !done.includes(each.id))) {
    signal.throwIfAborted()
    const scope = { from: midnight, to: midnight, companies: reachOf(rule, rules) }
    const found = await transactWithRetry(db, (trx) => recordFindings(services, trx, { rule, scope, now }))
    hits += found.hits
    warnings += found.warnings
    done.push(rule.id)
    await context.saveProgress({ done, warnings })
  }
  return { rules: nightly.length, hits, warnings }
}
