import { type AccountRef, platformOwner } from '../domain/kinds.ts'
import type { CompanyContext } from '../domain/posting.ts'
import type { PostingPort } from '../post/postingPort.ts'
import { adjustCompanyMany, adjustMany } from '../usecases/adjustMany.ts'
import { adjustAdd, adjustCompany, adjustDeduct, convertIn, saleIntoAccount, serialDeposit, writeOff } from '../usecases/credits.ts'
import { expireHolder } from '../usecases/expiry.ts'
import { type IssueResult, issue } from '../usecases/issue.ts'
import { exchangeCancel, issueReturn, redeemReturn } from '../usecases/returns.ts'
import { convertOut, exchange, redeem } from '../usecases/spending.ts'
import { expireSerials, transfer } from '../usecases/transfers.ts'
import { plainRule } from './postingContexts.ts'

const company = 'C000101'
const prepaidCompany = 'C000102'
const payer = 'C000900'
const corporateNo = 'B00001'
const settlementNo = 'S2025000001'
const platform = { companyNo: null }
const rules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
const limit = { limitPoints: 1000, overLimitAction: '1' } as const

/** Companies that `everyKind` posts for. */
export const everyKindCompanies = [
  { companyNo: company },
  { companyNo: prepaidCompany, settlementMode: '2' },
  { companyNo: payer, settlementMode: '3', paygCycle: '4', cycleDay: 25, bankStream: true },
] as const

/** All accounts that `everyKind` moves. */
export function everyKindAccounts(members: readonly string[]): readonly AccountRef[] {
  const ofCompanies = everyKindCompanies.flatMap(({ companyNo }) =>
    (['AWARD', 'PREPAID', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT', 'WRITEOFF'] as const).map((each) => ({ class: each, ownerId: companyNo })),
  )
  const ofPlatform = (['CENTER', 'PLATFORM', 'COUPON', 'EXPIRED'] as const).map((each) => ({ class: each, ownerId: platformOwner }))
  const ofMembers = members.map((ownerId) => ({ class: 'MEMBER', ownerId }) as const)
  return [...ofCompanies, ...ofPlatform, ...ofMembers, { class: 'CORP', ownerId: corporateNo }, { class: 'SERIAL', ownerId: settlementNo }]
}

const extra = {
  ...{ extraRatioNo: 'ER000001', payerCompanyNo: payer, baseBearer: 'company', extraRatio: 100, payerShareRatio: 60 },
  ...{ monthlyCapPoints: null, eligibleAmount: null, unitPrice: 0.8 },
} as const

/** Runs a step in a transaction of its own. */
export type RunStep = <T>(work: (port: PostingPort) => Promise<T>) => Promise<T>

/** Where the steps are posted, and for whom: three members at least. */
interface Stage {
  readonly run: RunStep
  readonly members: readonly [string, string, string]
  /** A context with a source of its own. */
  readonly on: (date: string, companyNo?: string) => CompanyContext
}

/**
 * Posts every kind of transaction, also with debts, late expiry, several holders and several postings at once; always the same, with the
 * same names.
 *
 * @param members three at least
 */
export async function everyKind(run: RunStep, members: readonly string[]): Promise<void> {
  const [one = '', two = '', three = ''] = members
  const stage: Stage = { run, members: [one, two, three], on: numberedContexts() }
  const spent = await sellAndReturn(stage)
  await oweAndAdjust(stage)
  await convert(stage)
  await moveSerialsAndExchange(stage)
  await postWhatExpired(stage, spent)
}

/** Contexts in the order in which they are asked for. */
function numberedContexts(): Stage['on'] {
  let works = 0
  return (date, companyNo = company) => {
    works += 1
    const at = new Date(`${date}T04:00:00Z`)
    const source = { work: 'KIND', workId: String(works) }
    return { now: at, businessAt: at, source, companyNo, retailStoreNo: `${companyNo}0001`, createdBy: '測試', remark: `"${works}"` }
  }
}

interface SellInput {
  readonly memberNo: string
  readonly amount: number
  readonly changes?: object
  readonly companyNo?: string
}

function sell({ run, on }: Stage, date: string, { memberNo, amount, changes = {}, companyNo = company }: SellInput): Promise<IssueResult> {
  return run((port) => issue(port, { context: on(date, companyNo), memberNo, amount, rule: { ...plainRule, ...changes } }))
}

/** @returns the transaction in which the first member spent points, of which some were given back */
async function sellAndReturn(stage: Stage): Promise<number> {
  const {
    run,
    on,
    members: [one, two],
  } = stage
  const sale = await sell(stage, '2025-01-10', { memberNo: one, amount: 30_000, changes: { extra } })
  await run((port) =>
    transfer(port, { context: on('2025-01-10'), transfer: { kind: 'centerSale', companyNo: prepaidCompany }, points: 900 }),
  )
  await sell(stage, '2025-01-11', { memberNo: two, amount: 20_000, companyNo: prepaidCompany })
  await run((port) =>
    issue(port, { context: on('2025-01-11'), memberNo: two, amount: 5000, rule: plainRule, kind: '11', detail: { cardNo: '35677' } }),
  )
  const spent = await run((port) => redeem(port, { context: on('2025-01-12'), memberNo: one, points: 550, amount: 600, rules }))
  // More than is left: the member owes, and the next points repay.
  await run((port) =>
    issueReturn(port, {
      ...{ context: on('2025-01-13'), original: { transactionId: sale.posted?.transactionId ?? 0 } },
      ...{ request: { kind: 'amount', amount: 20_000 }, limit, acceptPartial: false },
    }),
  )
  await sell(stage, '2025-01-14', { memberNo: one, amount: 10_000 })
  const { transactionId } = spent.posted
  await run((port) => redeemReturn(port, { context: on('2025-01-15'), original: { transactionId }, points: 500, graceDays: 30 }))
  return transactionId
}

async function oweAndAdjust({ run, on, members: [, , three] }: Stage): Promise<void> {
  const holder = { memberNo: three }
  await run((port) => adjustDeduct(port, { context: on('2025-01-16'), holder, points: 40, costBearer: platform, limitPoints: 100 }))
  const debtIds = await run(async (port) =>
    (await (await port.stored()).selectFrom('memberPendingPoint').select('id').where('memberNo', '=', three).execute()).map(({ id }) => id),
  )
  const costBearer = { companyNo: company }
  await run((port) => writeOff(port, { context: on('2025-01-17'), memberNo: three, debtIds, costBearer }))
  await run((port) => adjustAdd(port, { context: on('2025-01-17'), holder, points: 70, costBearer, expireDate: '2025-02-28' }))
  await run((port) => adjustCompany(port, { context: on('2025-01-18'), account: 'DEDUCT', points: -25 }))
  await run((port) =>
    adjustCompanyMany(port, [
      { context: on('2025-01-18'), account: 'AWARD', points: -30 },
      { context: on('2025-01-18'), account: 'AWARD', points: 20 },
      { context: on('2025-01-18', prepaidCompany), account: 'DEDUCT', points: 7 },
    ]),
  )
}

async function convert({ run, on, members: [, two] }: Stage): Promise<void> {
  await run((port) => convertIn(port, { context: on('2025-01-19'), memberNo: two, points: 60, unitPrice: 0.9, expireDate: '2026-12-31' }))
  await run((port) => convertOut(port, { context: on('2025-01-19'), memberNo: two, points: 15, unitPrice: 0.9 }))
}

async function moveSerialsAndExchange({ run, on }: Stage): Promise<void> {
  await run((port) => transfer(port, { context: on('2025-01-20'), transfer: { kind: 'serialSale', settlementNo }, points: 400 }))
  await run((port) => transfer(port, { context: on('2025-01-20'), transfer: { kind: 'cardActivate', settlementNo }, points: 100 }))
  await run((port) => transfer(port, { context: on('2025-01-20'), transfer: { kind: 'serialVoid', settlementNo }, points: 30 }))
  await run((port) => saleIntoAccount(port, { context: on('2025-01-21'), corporateNo, points: 200, expireDate: '2025-12-31' }))
  await run((port) =>
    serialDeposit(port, { context: on('2025-01-21'), settlementNo, to: { corporateNo }, points: 50, expireDate: '2025-12-31' }),
  )
  const ordered = await run((port) => exchange(port, { context: on('2025-01-22'), from: { corporateNo }, points: 90 }))
  await run((port) =>
    exchangeCancel(port, { context: on('2025-01-23'), original: { transactionId: ordered.transactionId }, points: 40, graceDays: 30 }),
  )
  const byCode = await run((port) => exchange(port, { context: on('2025-01-23'), from: { settlementNo }, points: 20 }))
  await run((port) =>
    exchangeCancel(port, { context: on('2025-01-24'), original: { transactionId: byCode.transactionId }, points: 20, graceDays: 30 }),
  )
  await run((port) => expireSerials(port, { context: on('2025-01-25'), settlementNo, points: 10 }))
  await run((port) =>
    transfer(port, { context: on('2025-01-25'), transfer: { kind: 'centerSaleVoid', companyNo: prepaidCompany }, points: 100 }),
  )
}

/** What had expired of a holder is posted before what is asked for. */
async function postWhatExpired({ run, on, members: [, two, three] }: Stage, spent: number): Promise<void> {
  await run((port) =>
    adjustMany(port, [
      { context: on('2025-03-01'), holder: { memberNo: three }, points: 5, costBearer: platform, expireDate: '2025-12-31' },
      { context: on('2025-03-01'), holder: { memberNo: two }, points: 9, costBearer: { companyNo: company }, limitPoints: 0 },
      { context: on('2025-03-01'), holder: { corporateNo }, points: 3, costBearer: platform, expireDate: '2025-12-31' },
    ]),
  )
  await run((port) => expireHolder(port, { class: 'CORP', ownerId: corporateNo }, new Date('2026-01-02T04:00:00Z')))
  await run((port) => redeemReturn(port, { context: on('2027-01-02'), original: { transactionId: spent }, points: 50, graceDays: 30 }))
}
