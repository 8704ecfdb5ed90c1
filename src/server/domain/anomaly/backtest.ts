import type { Static } from 'typebox'
import type { Backtest } from '../../../answers/anomaly.ts'
import { maskCard } from '../../../rules/masks.ts'
import type { Database } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import { findHits, reachOf } from './hits/findHits.ts'
import type { Hit } from './hits/hit.ts'
import { readWarningRules } from './ruleCache.ts'

/** Hits that are listed; all are counted. */
const listedMax = 200
const dayMs = 24 * 3_600_000

type BacktestAnswer = Static<typeof Backtest>

const columns = [
  { field: 'occurredAt', title: '發生時間', format: 'dateTime' },
  { field: 'companyNo', title: '特約商', format: 'text', dictionary: 'Company' },
  { field: 'retailStoreNo', title: '門市編號', format: 'text' },
  { field: 'memberNo', title: '會員編號', format: 'text' },
  { field: 'transactionNo', title: '交易編號', format: 'text' },
  { field: 'points', title: '點數', format: 'points' },
  { field: 'measuredValue', title: '實際值', format: 'text' },
  { field: 'thresholdValue', title: '門檻值', format: 'text' },
] as const

function rowOf(hit: Hit): BacktestAnswer['hits']['rows'][number] {
  const { occurredAt, companyNo, retailStoreNo, memberNo, transactionNo, points, measuredValue, thresholdValue } = hit
  const masked = memberNo === null ? null : maskCard(memberNo)
  return {
    occurredAt: occurredAt.toISOString(),
    companyNo,
    retailStoreNo,
    memberNo: masked,
    transactionNo,
    points,
    measuredValue,
    thresholdValue,
  }
}

/**
 * What a row of parameters would have found in the posted transactions of the last days; nothing is stored. A disabled row is tested as if
 * it were enabled.
 *
 * @param days 1 to 31, back from now
 * @throws M08 when there is no such row
 */
export async function backtest(db: Database, id: number, days: number, now: Date): Promise<BacktestAnswer> {
  const rules = await readWarningRules(db)
  const rule = rules.find((each) => each.id === id)
  if (!rule) throw apiError('M08')
  const scope = { from: new Date(now.getTime() - days * dayMs), to: now, companies: reachOf(rule, rules) }
  const hits = await findHits(db, rule, scope)
  const newestFirst = [...hits].reverse().slice(0, listedMax)
  const more = hits.length > listedMax ? `（列出最近 ${listedMax} 筆）` : ''
  return {
    days: { title: '回測期間', value: `最近 ${days} 天` },
    hitCount: { title: '觸發數', value: `${hits.length} 筆${more}` },
    hits: { title: '觸發明細', columns, rows: newestFirst.map(rowOf) },
  }
}
