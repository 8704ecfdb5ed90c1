import { type LotMove, type lotMove, type TxnKind, txnKind } from '../../../../rules/codes.generated.ts'

/** Classes of accounts (domain 2.2). */
export type HolderClass = 'MEMBER' | 'CORP' | 'SERIAL' | 'PREPAID'
export type ContraClass = 'AWARD' | 'PAYG' | 'CENTER' | 'PLATFORM' | 'DEDUCT' | 'CONVIN' | 'CONVOUT' | 'COUPON' | 'EXPIRED' | 'WRITEOFF'
export type AccountClass = HolderClass | ContraClass

/** An account by what it is: `ownerId` is memberNo, corporateNo, settlementNo, companyNo or `platformOwner`. */
export interface AccountRef {
  readonly class: AccountClass
  readonly ownerId: string
}

/** The operator itself, wherever a company number is asked for (dictionary Company: C000000 平台). */
export const platformOwner = 'C000000'

/** What an allocation may be; that a lot was made is none. */
export type AllocationKind = Exclude<LotMove, typeof lotMove.made>

type Sign = '+' | '-' | '+-'
type EntrySigns = Readonly<Partial<Record<AccountClass, Sign>>>

const award: EntrySigns = { MEMBER: '+', AWARD: '-', PREPAID: '-', PAYG: '-', PLATFORM: '-' }

/** Which accounts a kind may move, and how (domain 2.3). An entry outside this table is a mistake of the code. */
export const entrySigns = {
  [txnKind.issue]: award,
  [txnKind.issueBatch]: award,
  [txnKind.redeem]: { MEMBER: '-', DEDUCT: '+' },
  // EXPIRED gives back what had expired of a returned sale (2.6, late expiry).
  [txnKind.issueReturn]: { MEMBER: '-', EXPIRED: '-', AWARD: '+', PREPAID: '+', PAYG: '+', PLATFORM: '+' },
  [txnKind.redeemReturn]: { MEMBER: '+', DEDUCT: '-' },
  [txnKind.adjustAdd]: { MEMBER: '+', CORP: '+', AWARD: '-', PLATFORM: '-' },
  [txnKind.adjustDeduct]: { MEMBER: '-', CORP: '-', AWARD: '+', PLATFORM: '+' },
  [txnKind.adjustCompany]: { AWARD: '+-', DEDUCT: '+-', PLATFORM: '+-' },
  [txnKind.expire]: { MEMBER: '-', CORP: '-', SERIAL: '-', EXPIRED: '+' },
  [txnKind.centerSale]: { CENTER: '-', PREPAID: '+' },
  [txnKind.serialSale]: { CENTER: '-', SERIAL: '+', CORP: '+' },
  [txnKind.serialDeposit]: { SERIAL: '-', CORP: '+', MEMBER: '+' },
  [txnKind.cardActivate]: { CENTER: '-', SERIAL: '+' },
  [txnKind.serialVoid]: { SERIAL: '-', CENTER: '+' },
  [txnKind.centerSaleVoid]: { PREPAID: '-', CENTER: '+' },
  [txnKind.exchange]: { CORP: '-', SERIAL: '-', COUPON: '+' },
  [txnKind.exchangeCancel]: { CORP: '+', SERIAL: '+', COUPON: '-' },
  [txnKind.convertIn]: { MEMBER: '+', CONVIN: '-' },
  [txnKind.convertOut]: { MEMBER: '-', CONVOUT: '+' },
  [txnKind.writeOff]: { MEMBER: '+', WRITEOFF: '-' },
} as const satisfies Record<TxnKind, EntrySigns>

const holderClasses: ReadonlySet<AccountClass> = new Set<AccountClass>(['MEMBER', 'CORP', 'SERIAL', 'PREPAID'])
const lotClasses: ReadonlySet<AccountClass> = new Set<AccountClass>(['MEMBER', 'CORP'])

/** Accounts with a balance and a row lock. */
export function isHolder(account: AccountRef): boolean {
  return holderClasses.has(account.class)
}

/** Holders whose points lie in lots. */
export function hasLots(account: AccountRef): boolean {
  return lotClasses.has(account.class)
}

export function sameAccount(one: AccountRef, other: AccountRef): boolean {
  return one.class === other.class && one.ownerId === other.ownerId
}
