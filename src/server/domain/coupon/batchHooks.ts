import { sql } from 'kysely'
import {
  contractStatus,
  couponBatchStatus,
  couponSource,
  couponStatus,
  couponValidRule,
  storeScope,
} from '../../../rules/codes.generated.ts'
import { monthOf, taipeiDate } from '../../../rules/dates.ts'
import type { OutOfLimits } from '../../../rules/outOfLimits.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, QueryContext, RecordHooks, RecordOf, RecordValues } from '../../records/hooks.ts'
import { requireConfirmation } from '../confirmation.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { readNumber } from '../settings/public.ts'
import type { CouponKeys } from './couponNumbers.ts'
import { batchProblems, couponTexts, fieldsOnSale, isLossy } from './couponRules.ts'
import { countImported, makeCoupons } from './makeCoupons.ts'

const marginAccepted = 'acceptMargin'

/** What the records engine does besides for coupon products (domain 3.4, 4.14). */
export function createBatchHooks(keys: CouponKeys): RecordHooks<'couponBatch'> {
  return {
    extraInput: [marginAccepted],
    beforeCreate,
    beforeUpdate,
    outOfLimits: lossOf,
    transitions: {
      approve: async (context, batch) => {
        await assertApprovable(context, batch, batch.quantity)
        return undefined
      },
      generate: async (context, batch) => {
        await make(keys, context, batch, batch.quantity)
        return undefined
      },
      close: async ({ trx, actor, now }, batch) => {
        await voidUnissued(trx, batch.couponBatchNo, actor.userName, now)
        // More coupons of a closed batch are of no use: nobody has to put it on sale again to take the request back.
        return noExtra
      },
      requestExtra: ({ actor, now }) => ({ extraSubmittedBy: actor.userName, extraSubmittedAt: now.toISOString() }),
      approveExtra: (context, batch) => approveExtra(keys, context, batch),
      rejectExtra: (_context, batch) => ({ ...noExtra, ...sameState(batch) }),
      withdrawExtra: (_context, batch) => ({ ...noExtra, ...sameState(batch) }),
    },
  }
}

const noExtra = { extraQuantity: null, extraSubmittedBy: null, extraSubmittedAt: null } as const

/** A decision on more coupons neither sells a paused product again nor waits until it is sold again. */
const sameState = ({ status }: Batch) => ({ status })

type Batch = RecordOf<'couponBatch'>
type NewBatch = NewRecordOf<'couponBatch'>
type BatchChanges = ChangesOf<'couponBatch'>

async function beforeCreate({ trx, now }: HookContext, input: NewBatch): Promise<BatchChanges> {
  const values = tidy(input)
  await assertBatchRules(trx, values)
  const month = monthOf(taipeiDate(now))
  return { ...values, couponBatchNo: formatNumber(`CB${month}`, await nextNumber(trx, 'CB', month), 4) }
}

async function beforeUpdate({ trx }: HookContext, before: Batch, changes: BatchChanges): Promise<BatchChanges> {
  if (isOnSale(before)) return changesOnSale(before, changes)
  const after = tidy({ ...before, ...changes })
  await assertBatchRules(trx, after)
  const tidied = Object.fromEntries(conditional.map((name) => [name, after[name]]))
  // Editing a returned batch makes it a draft again.
  return { ...changes, ...tidied, ...(before.status === couponBatchStatus.returned && { status: couponBatchStatus.draft }) }
}

function isOnSale({ status }: Batch): boolean {
  return status === couponBatchStatus.onSale || status === couponBatchStatus.paused
}

/** Forms send every field; only what differs is a change. */
function changesOnSale(before: Batch, changes: BatchChanges): BatchChanges {
  const stored: RecordValues = before
  const changed = Object.entries(changes).filter(([name, value]) => JSON.stringify(stored[name] ?? null) !== JSON.stringify(value ?? null))
  const locked = changed.find(([name]) => !fieldsOnSale.has(name))
  if (locked) throw fieldsError({ [locked[0]]: couponTexts.onSaleFields }, 'M09', 409)
  const { exchangeEnd } = changes
  if (exchangeEnd && new Date(exchangeEnd) < new Date(before.exchangeEnd)) {
    throw fieldsError({ exchangeEnd: couponTexts.exchangeEndEarlier })
  }
  const problems = batchProblems(factsOf({ ...before, ...changes }))
  if (problems.validTo !== undefined) throw fieldsError({ exchangeEnd: problems.validTo })
  return Object.fromEntries(changed)
}

/** Fields that count only under certain choices of other fields; `tidy` clears them otherwise. */
const conditional = ['validTo', 'validDays', 'retailStoreNos'] as const

function tidy(values: NewBatch): NewBatch {
  return {
    ...values,
    validTo: values.validRule === couponValidRule.fixedDate ? values.validTo : null,
    validDays: values.validRule === couponValidRule.daysAfterIssue ? values.validDays : null,
    retailStoreNos: values.storeScope === storeScope.chosen ? values.retailStoreNos : [],
  }
}

function factsOf({ exchangeEnd, validRule, validTo = null }: NewBatch) {
  return { exchangeEnd, validRule, validTo }
}

async function assertBatchRules(trx: Trx, values: NewBatch): Promise<void> {
  const problems = batchProblems(factsOf(values))
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  const stores = values.retailStoreNos ?? []
  if (stores.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from retail_store
    where company_no = ${values.supplierCompanyNo} and retail_store_no = any (${stores}::text[])`.execute(trx)
  if (rows[0]?.count !== stores.length) throw fieldsError({ retailStoreNos: couponTexts.foreignStore })
}

/** @throws 409 when the numbers of a supplier are not as many as the coupons, or its contract is not in force */
async function assertApprovable({ trx, now, extra }: HookContext, batch: Batch, count: number): Promise<void> {
  const { couponBatchNo, source, supplierCompanyNo, settlePrice, pointsPerCoupon } = batch
  if (source === couponSource.supplier && (await countImported(trx, couponBatchNo)) !== count) {
    throw textError(409, couponTexts.numberCount)
  }
  const { rows } = await sql<{ status: string }>`
    select contract_status as status from company where company_no = ${supplierCompanyNo}`.execute(trx)
  if (rows[0]?.status !== contractStatus.inForce) throw textError(409, couponTexts.supplierContract)
  const parValue = await readNumber(trx, 'POINT.PAR_VALUE', taipeiDate(now))
  if (isLossy(settlePrice, pointsPerCoupon, parValue)) requireConfirmation(extra, marginAccepted, couponTexts.margin)
}

const undecided: ReadonlySet<string> = new Set([couponBatchStatus.draft, couponBatchStatus.submitted, couponBatchStatus.returned])

/** What redeeming costs above what the points are worth, as long as the batch or more of it waits for a decision. */
async function lossOf({ db, now }: QueryContext, batch: Batch): Promise<OutOfLimits> {
  if (!undecided.has(batch.status) && batch.isWaiting !== true) return {}
  const points = batch.pointsPerCoupon
  const parValue = await readNumber(db, 'POINT.PAR_VALUE', taipeiDate(now))
  if (!isLossy(batch.settlePrice, points, parValue)) return {}
  return { settlePrice: `高於兌換點數價值 NT$${(points * parValue).toLocaleString('en-US')}。` }
}

async function approveExtra(keys: CouponKeys, context: HookContext, batch: Batch): Promise<BatchChanges> {
  const count = batch.extraQuantity ?? 0
  await assertApprovable(context, batch, count)
  const quantity = batch.quantity + count
  const { couponBatchNo } = batch
  await context.trx.updateTable('couponBatch').set({ quantity }).where('couponBatchNo', '=', couponBatchNo).execute()
  await make(keys, context, batch, count)
  return { ...noExtra, ...sameState(batch), quantity }
}

function make(keys: CouponKeys, { trx, actor, now }: HookContext, batch: Batch, count: number): Promise<void> {
  const { couponBatchNo, source } = batch
  return makeCoupons(trx, keys, { couponBatchNo, source, count, madeBy: actor.userName, now })
}

/** Coupons that were given out stay good until they expire. */
async function voidUnissued(trx: Trx, couponBatchNo: string, by: string, now: Date): Promise<void> {
  await trx
    .updateTable('coupon')
    .set((each) => ({
      status: couponStatus.void,
      voidedAt: now,
      voidReason: '批次結案',
      updatedBy: by,
      updatedAt: now,
      rowVersion: each('rowVersion', '+', 1),
    }))
    .where('couponBatchNo', '=', couponBatchNo)
    .where('status', '=', couponStatus.unissued)
    .execute()
}
