import { addDays } from '../../../rules/dates.ts'
import { ledger } from '../../domain/points/ledger.ts'
import { type Book, cash, deskContext, noteOther, redeem, returnSale, type Sale, sell } from './book.ts'
import { type Happening, instantOf } from './schedule.ts'
import type { DemoMember } from './seedMembers.ts'
import type { DemoShop } from './shops.ts'

/** A member who spends what it got for goods that it gives back, and what becomes of the debt (domain 10, edge rows). */
interface DebtStory {
  readonly points: number
  readonly soldDaysAgo: number
  /** Points of a later sale; they repay. */
  readonly laterPoints?: number
  readonly isWrittenOff?: true
  /** How far below zero it may go; the rest is not taken back. */
  readonly limitPoints?: number
}

const debtStories: readonly DebtStory[] = [
  { points: 120, soldDaysAgo: 80 },
  { points: 60, soldDaysAgo: 55 },
  { points: 200, soldDaysAgo: 110, laterPoints: 60 },
  { points: 50, soldDaysAgo: 140, laterPoints: 90 },
  { points: 90, soldDaysAgo: 170, isWrittenOff: true },
  { points: 300, soldDaysAgo: 65, limitPoints: 100 },
]

/** Members that stories need; random sales leave them alone. */
export const storyMemberCount = debtStories.length + 1

const noon = 12 * 3600

function lastSaleOf(book: Book, member: DemoMember): Sale {
  const sale = book.sales.findLast((each) => each.member === member)
  if (!sale) throw new Error(`member ${member.memberNo} bought nothing`)
  return sale
}

function debtHappenings(book: Book, story: DebtStory, member: DemoMember, shop: DemoShop, asOf: string): readonly Happening[] {
  const { points, soldDaysAgo, laterPoints, isWrittenOff, limitPoints } = story
  const on = (daysAfter: number, run: (at: Date) => Promise<unknown>): Happening => ({
    at: instantOf(addDays(asOf, daysAfter - soldDaysAgo), noon + points),
    run,
  })
  const sellPoints = (wanted: number) => (at: Date) => sell(book, member, shop, wanted * shop.amountPerPoint, at, cash)
  return [
    on(0, sellPoints(points)),
    on(12, (at) => mustSucceed(redeem(book, member, shop, points, at))),
    on(20, (at) => {
      const sale = lastSaleOf(book, member)
      return mustSucceed(returnSale(book, sale, { kind: 'amount', amount: sale.amount }, at, limitPoints))
    }),
    ...(laterPoints ? [on(35, sellPoints(laterPoints))] : []),
    ...(isWrittenOff ? [on(40, (at) => writeOff(book, member, at))] : []),
  ]
}

async function mustSucceed(outcome: Promise<boolean>): Promise<void> {
  if (!(await outcome)) throw new Error('a story of the demo data was refused')
}

async function writeOff(book: Book, { memberNo }: DemoMember, at: Date): Promise<void> {
  const debts = await book.trx.selectFrom('memberPendingPoint').select('id').where('memberNo', '=', memberNo).execute()
  const context = { ...deskContext(at, 'NEG_WRITEOFF', `demo:${memberNo}`, 'fm01'), remark: '會員已註銷原信用卡，專案沖銷' }
  await ledger.writeOff(book.trx, { context, memberNo, debtIds: debts.map(({ id }) => id), costBearer: { companyNo: null } })
  book.balances.set(memberNo, 0)
  noteOther(book, '90')
}

/** A member with points that was frozen ten days ago. */
function frozenHappenings(book: Book, member: DemoMember, shop: DemoShop, asOf: string): readonly Happening[] {
  const statusReason = '短時間多筆異常累點，待查證'
  return [
    { at: instantOf(addDays(asOf, -25), noon), run: (at) => sell(book, member, shop, 150 * shop.amountPerPoint, at, cash) },
    { at: instantOf(addDays(asOf, -12), noon), run: (at) => sell(book, member, shop, 80 * shop.amountPerPoint, at, cash) },
    {
      at: instantOf(addDays(asOf, -10), noon),
      run: (at) =>
        book.trx
          .updateTable('member')
          .set({ status: '2', statusReason, updatedBy: 'ops01', updatedAt: at })
          .where('memberNo', '=', member.memberNo)
          .execute(),
    },
  ]
}

/** @param members exactly `storyMemberCount`, who have been there from the beginning @param shops at which points may be redeemed */
export function storyHappenings(
  book: Book,
  members: readonly DemoMember[],
  shops: readonly DemoShop[],
  asOf: string,
): readonly Happening[] {
  const [frozen, ...debtors] = members
  const shopOf = (index: number) => shops[index % shops.length] as DemoShop
  return [
    ...(frozen ? frozenHappenings(book, frozen, shopOf(0), asOf) : []),
    ...debtors.flatMap((member, index) => debtHappenings(book, debtStories[index] as DebtStory, member, shopOf(index), asOf)),
  ]
}
