import type { Insertable } from 'kysely'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { luhnDigit, type NewMember, registerMembers } from '../../domain/points/public.ts'
import type { Tables, Trx } from '../../platform/database/tables.ts'
import { createPersonName } from '../people.ts'
import type { Random } from '../random.ts'
import type { DemoWorld } from '../world.ts'

/** A member that buys, as the generator sees it. */
export interface DemoMember {
  readonly memberNo: string
  readonly cardNos: readonly string[]
  /** First business date on which the member may buy, YYYY-MM-DD. */
  readonly joinedOn: string
}

/** Domain 10: 350 cards for 300 members, so every sixth member has a second card. */
const membersPerSecondCard = 6
const cardTypes = ['01', '01', '01', '02', '02', '03', '04'] as const

/** `8802`, eleven digits and a check digit (domain 1, number formats). */
export function memberCardNoOf(number: number): string {
  const digits = `8802${String(number).padStart(11, '0')}`
  return `${digits}${luhnDigit(digits)}`
}

/** Registers members and their cards. The first ones join before the first sale, the last ones a few weeks ago. */
export async function seedMembers(world: DemoWorld, random: Random, count: number, firstDaysAgo: number): Promise<readonly DemoMember[]> {
  const drawn: DrawnMember[] = []
  let cardCount = 0
  for (let index = 0; index < count; index += 1) {
    // Half of the members join on the first day.
    const daysAgo = index < count / 2 ? firstDaysAgo : Math.round(firstDaysAgo - ((firstDaysAgo - 20) * (index - count / 2)) / (count / 2))
    const joinedOn = addDays(world.asOf, -daysAgo)
    const registeredAt = new Date(startOfTaipeiDate(joinedOn).getTime() + random.integer(9 * 60, 21 * 60) * 60_000)
    const person = { ...personOf(world, random), registeredAt }
    const cards = Array.from({ length: index % membersPerSecondCard === 0 ? 2 : 1 }, (_, second) => ({
      cardNo: memberCardNoOf(cardCount + 1 + second),
      cardType: random.pick(cardTypes),
    }))
    cardCount += cards.length
    drawn.push({ person, cards, joinedOn: addDays(joinedOn, 1) })
  }
  return register(world.trx, drawn)
}

interface DrawnMember {
  readonly person: NewMember
  readonly cards: readonly Pick<CardRow, 'cardNo' | 'cardType'>[]
  readonly joinedOn: string
}

async function register(trx: Trx, drawn: readonly DrawnMember[]): Promise<readonly DemoMember[]> {
  const memberNos = await registerMembers(
    trx,
    drawn.map(({ person }) => person),
  )
  const members = drawn.map((each, index) => ({ ...each, memberNo: memberNos[index] as string }))
  const rows = members.flatMap(({ memberNo, person: { registeredAt }, cards }) =>
    cards.map((card): CardRow => ({ ...card, memberNo, ...bound, boundAt: registeredAt, createdAt: registeredAt })),
  )
  await trx.insertInto('memberCard').values(rows).execute()
  return members.map(({ memberNo, cards, joinedOn }) => ({ memberNo, cardNos: cards.map(({ cardNo }) => cardNo), joinedOn }))
}

function personOf({ contacts, asOf }: DemoWorld, random: Random) {
  return {
    mobile: contacts.mobile(),
    memberName: createPersonName(random),
    birthday: addDays(asOf, -random.integer(18 * 365, 75 * 365)),
    email: random.next() < 0.8 ? contacts.email() : null,
    gender: random.pick(['M', 'F']),
    consentVersion: '1',
    platformNo: 'P0001',
    createdBy: 'P0001',
  }
}

type CardRow = Insertable<Tables['memberCard']>

const bound = { createdBy: 'P0001', updatedBy: null, updatedAt: null } as const
