import { sql } from 'kysely'
import { warningAction } from '../../../rules/codes.generated.ts'
import { taipeiDateTime } from '../../../rules/dates.ts'
import { maskCard } from '../../../rules/masks.ts'
import { systemActor } from '../../platform/actor.ts'
import type { OrderedUserAction } from '../../platform/audit.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { RecordsEngine, RecordsTogether } from '../../records/engine.ts'
import { type Hit, relatedMax } from './hits/hit.ts'
import { changeMemberStatus } from './memberStatus.ts'
import { ruleCatalog } from './rules/catalog.ts'

/** Services that are needed to write a warning. */
export interface WarningServices {
  readonly records: Pick<RecordsEngine, 'together'>
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
}

/** Those with the engine that writes the hits of one transaction together. */
type HitServices = Omit<WarningServices, 'records'> & { readonly records: Pick<RecordsTogether, 'create' | 'update' | 'noteUserAction'> }

/** A transaction as a warning names it. */
export interface RelatedTransaction {
  readonly transactionNo: string
  readonly businessAt: string
  readonly txnKind: string
  readonly companyNo: string | null
  readonly retailStoreNo: string | null
  readonly points: number
}

async function readRelated(db: Executor, ids: readonly number[]): Promise<readonly RelatedTransaction[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<RelatedTransaction, 'businessAt'> & { readonly businessAt: Date }>`
    select transaction_no, business_at, kind as txn_kind, company_no, retail_store_no, points
    from anomaly_movement where id = any (${[...ids]}::bigint[]) order by business_at, id`.execute(db)
  return rows.map((row) => ({ ...row, businessAt: row.businessAt.toISOString() }))
}

interface OpenWarning {
  readonly id: number
  readonly rowVersion: number
  readonly measured: number
  readonly relatedTransactions: readonly RelatedTransaction[]
}

/**
 * The warning of this rule, key and window, if there is one. Takes a lock, so that two hits of one rule and key do not open two warnings.
 */
async function findSameCase(trx: Trx, hit: Hit): Promise<OpenWarning | null> {
  const { ruleCode } = hit.rule
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ruleCode} ${hit.subjectKey}`}, 55))`.execute(trx)
  const { rows } = await sql<OpenWarning>`
    select id, row_version, measured, related_transactions from warning_transaction
    where rule_code = ${ruleCode} and subject_key = ${hit.subjectKey} and was_refused = ${hit.wasRefused}
      and window_from <= ${hit.occurredAt} and window_to >= ${hit.occurredAt}
    order by occurred_at limit 1`.execute(trx)
  return rows[0] ?? null
}

function joinRelated(first: readonly RelatedTransaction[], further: readonly RelatedTransaction[]): readonly RelatedTransaction[] {
  const byNo = new Map([...first, ...further].map((each) => [each.transactionNo, each]))
  return [...byNo.values()].sort((one, other) => one.businessAt.localeCompare(other.businessAt)).slice(-relatedMax)
}

function textOfMail(hit: Hit, warningNo: string): Mail['text'] {
  const { rule } = hit
  return [
    `警示編號：${warningNo}`,
    `警示規則：${rule.ruleCode} ${ruleCatalog[rule.ruleCode].title}`,
    `發生時間：${taipeiDateTime(hit.occurredAt)}`,
    `特約商：${hit.companyNo ?? '—'}　門市：${hit.retailStoreNo ?? '—'}`,
    `會員：${hit.memberNo === null ? '—' : maskCard(hit.memberNo)}　交易編號：${hit.transactionNo ?? '—'}`,
    `實際值：${hit.measuredValue}　門檻值：${hit.thresholdValue}`,
    hit.wasRefused ? '此交易已拒絕。' : '請至「異常警示 > 點數交易異常」處理。',
  ].join('\n')
}

/** @returns what is to be noted; null when no member was frozen */
async function freezeMember(trx: Trx, { rule, memberNo }: Hit, warningNo: string, now: Date): Promise<OrderedUserAction | null> {
  if (rule.action !== warningAction.freeze || memberNo === null) return null
  return changeMemberStatus(trx, { memberNo, to: 'frozen', reason: `異常警示 ${warningNo}`, actor: systemActor, now })
}

async function openWarning(services: HitServices, trx: Trx, hit: Hit, now: Date): Promise<void> {
  const { rule } = hit
  const call = { actor: systemActor, screen: null, entity: 'warningTransaction', now, db: trx, afterCommit: () => undefined }
  const { warningNo } = await services.records.create(call, {
    ...{ warningRuleId: rule.id, ruleCode: rule.ruleCode, severity: rule.severity, subjectKey: hit.subjectKey },
    ...{ windowFrom: hit.windowFrom.toISOString(), windowTo: hit.windowTo.toISOString(), occurredAt: hit.occurredAt.toISOString() },
    ...{ companyNo: hit.companyNo, retailStoreNo: hit.retailStoreNo, memberNo: hit.memberNo, transactionNo: hit.transactionNo },
    ...{ txnKind: hit.txnKind, points: hit.points, amount: hit.amount, wasRefused: hit.wasRefused },
    ...{ measured: hit.measured, measuredValue: hit.measuredValue, thresholdValue: hit.thresholdValue },
    relatedTransactions: await readRelated(trx, hit.relatedIds),
  })
  const freeze = await freezeMember(trx, hit, String(warningNo), now)
  if (freeze) services.records.noteUserAction(freeze)
  const subject = `【異常警示】${rule.ruleCode} ${ruleCatalog[rule.ruleCode].title} ${warningNo}`
  for (const to of rule.notifyEmails) await services.enqueueMail(trx, { to, subject, text: textOfMail(hit, String(warningNo)) })
}

/** A further hit raises the measure and adds transactions; the state of the case does not change. */
async function raiseWarning(
  services: HitServices,
  trx: Trx,
  { warning, hit, now }: { readonly warning: OpenWarning; readonly hit: Hit; readonly now: Date },
): Promise<void> {
  const related = joinRelated(warning.relatedTransactions, await readRelated(trx, hit.relatedIds))
  const isHigher = hit.measured > warning.measured
  if (!isHigher && related.length === warning.relatedTransactions.length) return
  const call = { actor: systemActor, screen: null, entity: 'warningTransaction', now, db: trx, afterCommit: () => undefined }
  await services.records.update(call, warning.id, warning.rowVersion, {
    ...(isHigher ? { measured: hit.measured, measuredValue: hit.measuredValue, thresholdValue: hit.thresholdValue } : {}),
    relatedTransactions: related,
  })
}

async function recordHit(services: HitServices, trx: Trx, hit: Hit, now: Date): Promise<boolean> {
  const warning = await findSameCase(trx, hit)
  if (warning) await raiseWarning(services, trx, { warning, hit, now })
  else await openWarning(services, trx, hit, now)
  return warning === null
}

/**
 * Writes hits: one warning per rule and key per window (domain 9), with mail and freeze when it is a new one. Safe to repeat.
 *
 * @returns the number of warnings that were opened
 */
export function recordHits(services: WarningServices, trx: Trx, hits: readonly Hit[], now: Date): Promise<number> {
  return services.records.together(trx, async (records) => {
    let opened = 0
    for (const hit of hits) if (await recordHit({ ...services, records }, trx, hit, now)) opened += 1
    return opened
  })
}
