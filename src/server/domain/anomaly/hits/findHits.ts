import { addDays, startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { RuleCode } from '../rules/catalog.ts'
import { isWatching, type WarningRule } from '../rules/inForce.ts'
import { findAfterHours, findBursts, findGuesses, findLeaps, findRepeatedIssues } from './countHits.ts'
import { type Hit, type HitRow, hitOf, mergeHits } from './hit.ts'
import { findCodeExceptions, findCodePoints, findCompanyDays, findLargePostings, findMemberDays } from './pointHits.ts'
import { findReturnRatios, findSpentReturns } from './returnHits.ts'
import type { CompanyReach, HitScope } from './scope.ts'

type FindRows = (db: Executor, rule: WarningRule, scope: HitScope) => Promise<readonly HitRow[]>

/** Each half of R10 is tested when it has a threshold. */
const findCodeHits: FindRows = async (db, rule, scope) => [
  ...(rule.thresholdCount === null ? [] : await findCodeExceptions(db, rule, scope)),
  ...(rule.thresholdPoints === null ? [] : await findCodePoints(db, rule, scope)),
]

/** R06 looks back from the beginning of each day, as the nightly run does. */
const findNightlyRatios: FindRows = async (db, rule, scope) => {
  const rows: HitRow[] = []
  for (let date = taipeiDate(scope.from); startOfTaipeiDate(date) <= scope.to; date = addDays(date, 1)) {
    const moment = startOfTaipeiDate(date)
    if (moment >= scope.from) rows.push(...(await findReturnRatios(db, rule, { ...scope, to: moment })))
  }
  return rows
}

const finders: Readonly<Record<RuleCode, FindRows>> = {
  R01: findBursts,
  R02: findLargePostings,
  R03: findLargePostings,
  R04: findCompanyDays,
  R05: findMemberDays,
  R06: findNightlyRatios,
  R07: findLeaps,
  R08: findSpentReturns,
  R09: findAfterHours,
  R10: findCodeHits,
  R11: findRepeatedIssues,
  R12: findGuesses,
}

/**
 * The hits of a rule within business times, one per key and window. Reads only.
 *
 * @param passes filters rows of the rule's query before they are merged into hits
 */
export async function findHits(
  db: Executor,
  rule: WarningRule,
  scope: HitScope,
  passes: (row: HitRow) => boolean = () => true,
): Promise<readonly Hit[]> {
  const rows = (await finders[rule.ruleCode](db, rule, scope)).filter(passes)
  // The hours of a rule apply to transactions, not to ratios over whole days.
  const watched = rule.ruleCode === 'R06' ? rows : rows.filter((row) => isWatching(rule, row.occurredAt))
  return mergeHits(watched.map((row) => hitOf(rule, row)))
}

/** A row of parameters for one company applies to it alone; the system's row applies to all companies without a row of their own. */
export function reachOf(rule: Pick<WarningRule, 'ruleCode' | 'companyNo'>, rules: readonly WarningRule[]): CompanyReach {
  if (rule.companyNo !== null) return { only: rule.companyNo }
  const own = rules.filter((other) => other.ruleCode === rule.ruleCode && other.companyNo !== null)
  return { except: own.map((other) => other.companyNo as string) }
}
