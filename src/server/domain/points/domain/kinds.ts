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

/** Dictionary TxnKind. */
export const txnKind = {
  issue: '10',
  issueBatch: '11',
  redeem: '20',
  issueReturn: '30',
  redeemReturn: '31',
  adjustAdd: '40',
  adjustDeduct: '41',
  adjustCompany: '42',
  expire: '50',
  centerSale: '60',
  serialSale: '61',
  serialDeposit: '62',
  cardActivate: '63',
  serialVoid: '64',
  centerSaleVoid: '65',
  exchange: '70',
  exchangeCancel: '71',
  convertIn: '80',
  convertOut: '81',
  writeOff: '90',
} as const
export type TxnKind = (typeof txnKind)[keyof typeof txnKind]

/** Dictionary of lot_allocation.allocation_kind. */
export const allocationKind = { redeem: '1', return: '2', expire: '3', repay: '4', restore: '5', adjust: '6' } as const
export type AllocationKind = (typeof allocationKind)[keyof typeof allocationKind]

type Sign = '+' | '-' | '+-'
type LegShape = Readonly<Partial<Record<AccountClass, Sign>>>

const award: LegShape = { MEMBER: '+', AWARD: '-', PREPAID: '-', PAYG: '-', PLATFORM: '-' }

/** Which accounts a kind may move, and how (domain 2.3). A leg outside this table is a mistake of the code. */
export const legShapes = {
  '10': award,
  '11': award,
  '20': { MEMBER: '-', DEDUCT: '+' },
  // EXPIRED gives back what had expired of a returned sale (2.6, late expiry).
  '30': { MEMBER: '-', EXPIRED: '-', AWARD: '+', PREPAID: '+', PAYG: '+', PLATFORM: '+' },
  '31': { MEMBER: '+', DEDUCT: '-' },
  '40': { MEMBER: '+', CORP: '+', AWARD: '-', PLATFORM: '-' },
  '41': { MEMBER: '-', CORP: '-', AWARD: '+', PLATFORM: '+' },
  '42': { AWARD: '+-', DEDUCT: '+-', PLATFORM: '+-' },
  '50': { MEMBER: '-', CORP: '-', SERIAL: '-', EXPIRED: '+' },
  '60': { CENTER: '-', PREPAID: '+' },
  '61': { CENTER: '-', SERIAL: '+', CORP: '+' },
  '62': { SERIAL: '-', CORP: '+', MEMBER: '+' },
  '63': { CENTER: '-', SERIAL: '+' },
  '64': { SERIAL: '-', CENTER: '+' },
  '65': { PREPAID: '-', CENTER: '+' },
  '70': { CORP: '-', SERIAL: '-', COUPON: '+' },
  '71': { CORP: '+', SERIAL: '+', COUPON: '-' },
  '80': { MEMBER: '+', CONVIN: '-' },
  '81': { MEMBER: '-', CONVOUT: '+' },
  '90': { MEMBER: '+', WRITEOFF: '-' },
} as const satisfies Record<TxnKind, LegShape>

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
