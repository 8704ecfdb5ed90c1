import type { Insertable } from 'kysely'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { luhnDigit, registerMember } from '../../domain/points/public.ts'
import type { Tables } from '../../platform/database/tables.ts'
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
  const members: DemoMember[] = []
  const cards: CardRow[] = []
  for (let index = 0; index < count; index += 1) {
    // Half of the members join on the first day.
    const daysAgo = index < count / 2 ? firstDaysAgo : Math.round(firstDaysAgo - ((firstDaysAgo - 20) * (index - count / 2)) / (count / 2))
    const joinedOn = addDays(world.asOf, -daysAgo)
    const registeredAt = new Date(startOfTaipeiDate(joinedOn).getTime() + random.integer(9 * 60, 21 * 60) * 60_000)
    const memberNo = await registerMember(world.trx, { ...personOf(world, random), registeredAt })
    const cardNos = Array.from({ length: index % membersPerSecondCard === 0 ? 2 : 1 }, (_, second) =>
      memberCardNoOf(cards.length + 1 + second),
    )
    cards.push(...cardNos.map((cardNo) => cardRow(random, memberNo, cardNo, registeredAt)))
    members.push({ memberNo, cardNos, joinedOn: addDays(joinedOn, 1) })
  }
  await world.trx.insertInto('memberCard').values(cards).execute()
  return members
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

function cardRow(random: Random, memberNo: string, cardNo: string, boundAt: Date): CardRow {
  const cardType = random.pick(cardTypes)
  return { memberNo, cardNo, cardType, boundAt, createdBy: 'P0001', createdAt: boundAt, updatedBy: null, updatedAt: null }
}
