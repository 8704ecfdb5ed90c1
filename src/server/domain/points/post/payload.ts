import { hasLots, isHolder, sameAccount } from '../domain/kinds.ts'
import type { PeriodChoice } from '../domain/periods.ts'
import {
  assertPlan,
  businessDateOf,
  debtPointsChange,
  type HolderAccount,
  lotChange,
  lotHolderOf,
  type PlannedPosting,
  type PostingContext,
  type PostingEntry,
  type PostingPlan,
} from '../domain/posting.ts'

/** How one holder account moves. */
export type PayloadHolder = ReturnType<typeof holderOf>[number]

/** One posting in the columns of the tables; `ledgerRows` makes a batch of them. */
export type Payload = ReturnType<typeof payloadOf>['payload']

export interface PayloadParts extends PlannedPosting {
  /** Holder accounts as they are before this posting. */
  readonly locked: readonly HolderAccount[]
  /** By entry number, from 1. */
  readonly periods: ReadonlyMap<number, PeriodChoice>
}

/** One posting in the columns of the tables, and the holder accounts after it. */
export function payloadOf(parts: PayloadParts) {
  const { plan, locked } = parts
  assertPlan(plan)
  const { holderPerEntry, after } = runningHolders(plan.entries, locked)
  const lotHolder = lotHolderOf(plan)
  const lotAccountId = lotHolder ? (locked.find((holder) => sameAccount(holder.account, lotHolder))?.accountId ?? null) : null
  const payload = {
    header: headerOf(parts),
    entries: plan.entries.map((entry, index) => entryOf(entry, index + 1, parts, holderPerEntry[index] ?? null)),
    lots: lotsOf(plan, lotAccountId),
    allocations: allocationsOf(plan),
    debt_changes: plan.debtChanges.map((change) => ({ pending_id: change.debtId, repaid: change.repaid, written_off: change.writtenOff })),
    new_debt: plan.newDebt && { account_id: lotAccountId, company_no: plan.newDebt.companyNo, points: plan.newDebt.points },
    holders: after.flatMap((holder, index) => holderOf(plan, locked[index], holder)),
  }
  return { payload, after }
}

/** Balance and version of the holders after each entry, in their order. */
function runningHolders(entries: readonly PostingEntry[], locked: readonly HolderAccount[]) {
  let state = [...locked]
  const holderPerEntry = entries.map((entry) => {
    if (!isHolder(entry.account)) return null
    const before = state.find((holder) => sameAccount(holder.account, entry.account))
    if (!before) throw new Error(`account ${entry.account.class} ${entry.account.ownerId} is not locked`)
    const after = { ...before, balance: before.balance + entry.points, version: before.version + 1 }
    state = state.map((holder) => (holder === before ? after : holder))
    return after
  })
  return { holderPerEntry, after: state }
}

function headerOf(parts: PayloadParts) {
  const { plan, context, detail, periods } = parts
  const chain = chainOf(parts)
  const source = sourceColumns(context)
  // What is empty is left out of the JSON, where the database takes it for null: names of empty columns are a third of what it would read.
  // Each column by name: spreading the two made this the most expensive function of a sale.
  return {
    chain_account_id: chain.chain_account_id,
    chain_class: chain.chain_class,
    chain_owner: chain.chain_owner,
    kind: plan.kind,
    business_at: context.businessAt,
    business_date: businessDateOf(context),
    posted_at: context.now,
    source: source.source,
    source_id: source.source_id,
    platform_no: source.platform_no,
    external_txn_no: source.external_txn_no,
    request_hash: source.request_hash,
    company_no: context.companyNo ?? undefined,
    retail_store_no: context.retailStoreNo ?? undefined,
    member_no: detail.memberNo ?? undefined,
    corporate_no: detail.corporateNo ?? undefined,
    amount: detail.amount ?? undefined,
    payable_amount: detail.payableAmount ?? undefined,
    payment_type: detail.paymentType ?? undefined,
    card_no: detail.cardNo ?? undefined,
    reward_point_id: detail.rewardPointId ?? undefined,
    rule_snapshot: detail.ruleSnapshot ?? undefined,
    activity_code: detail.activityCode ?? undefined,
    original_transaction_id: detail.originalTransactionId ?? undefined,
    is_late_posted: [...periods.values()].some((choice) => choice.isLate),
    remark: context.remark ?? undefined,
    created_by: context.createdBy,
  }
}

/** The holder account whose chain the transaction joins; without one (kind 42), the company's account, by its name. */
function chainOf({ plan, locked }: PayloadParts) {
  const account = (plan.entries.find((entry) => isHolder(entry.account)) ?? plan.entries[0])?.account
  if (!account) throw new Error('a posting without entries')
  const holder = locked.find((each) => sameAccount(each.account, account))
  return { chain_account_id: holder?.accountId ?? null, chain_class: account.class, chain_owner: account.ownerId }
}

function sourceColumns(context: PostingContext) {
  const { source } = context
  if ('work' in source) {
    return { source: source.work, source_id: source.workId, platform_no: undefined, external_txn_no: undefined, request_hash: undefined }
  }
  return {
    source: source.platformNo,
    source_id: source.externalTxnNo,
    platform_no: source.platformNo,
    external_txn_no: source.externalTxnNo,
    request_hash: source.requestHash,
  }
}

function entryOf(entry: PostingEntry, entryNo: number, parts: PayloadParts, holder: HolderAccount | null) {
  const { component } = entry
  return {
    line_no: entryNo,
    account_class: entry.account.class,
    owner_id: entry.account.ownerId,
    points: entry.points,
    company_no: entry.companyNo ?? undefined,
    // Entries of other companies (an issuer, a payer) did not happen in this shop.
    retail_store_no: entry.companyNo === parts.context.companyNo ? (parts.context.retailStoreNo ?? undefined) : undefined,
    period_id: parts.periods.get(entryNo)?.periodId,
    unit_price: entry.unitPrice ?? undefined,
    component: component?.component,
    component_code: component && 'componentCode' in component ? component.componentCode : undefined,
    original_entry_id: entry.originalEntryId ?? undefined,
    account_seq: holder?.version,
    balance_after: holder?.balance,
  }
}

function lotsOf(plan: PostingPlan, lotAccountId: number | null) {
  return plan.lots.map((lot, index) => ({
    ref: index + 1,
    account_id: lotAccountId,
    issuer_company_no: lot.issuerCompanyNo,
    activity_code: lot.activityCode ?? undefined,
    issued_points: lot.issuedPoints,
    effective_date: lot.effectiveDate,
    expire_date: lot.expireDate,
    origin_lot_id: lot.originLotId ?? undefined,
  }))
}

function allocationsOf(plan: PostingPlan) {
  return plan.allocations.map(({ lot, points, kind, for: target }) => ({
    lot_id: 'id' in lot ? lot.id : undefined,
    lot_ref: 'ref' in lot ? lot.ref : undefined,
    line_no: 'entryNo' in target ? target.entryNo : undefined,
    pending_id: 'debtId' in target ? target.debtId : undefined,
    points,
    kind,
  }))
}

/** How a holder account moves, as a list to spread; empty when it does not. */
function holderOf(plan: PostingPlan, before: HolderAccount | undefined, after: HolderAccount) {
  if (!before || before.version === after.version) return []
  const { accountId, account, balance } = after
  const change = {
    account_id: accountId,
    account_class: account.class,
    owner_id: account.ownerId,
    version_before: before.version,
    version_after: after.version,
    balance_after: balance,
    lot_change: hasLots(account) ? lotChange(plan) : null,
    owed_change: hasLots(account) ? debtPointsChange(plan) : null,
    floor: account.class === 'MEMBER' ? plan.floor : null,
  }
  return [change]
}
