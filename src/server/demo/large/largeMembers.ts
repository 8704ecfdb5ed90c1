import { sql } from 'kysely'
import { addDays, startOfTaipeiDate } from '../../../rules/dates.ts'
import { memberNoOf } from '../../domain/points/public.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { memberCardNoOf } from '../ledger/seedMembers.ts'
import { createPersonName } from '../people.ts'
import type { Random } from '../random.ts'

const chunk = 5000
/** The numbers of the small set end far below this one. */
const firstMobile = 100_000
const firstCard = 1_000_000
/** Domain 10: 130,000 cards for 100,000 members. */
const secondCardShare = 0.3

/** Writes members, their cards and empty point accounts in chunks. @returns their numbers, oldest first */
export async function insertManyMembers(db: Executor, random: Random, count: number, joinedOn: string): Promise<readonly string[]> {
  const { rows } = await sql<{ first: number }>`select nextval('member_number') as first`.execute(db)
  const first = rows[0]?.first ?? 1
  await sql`select setval('member_number', ${first + count})`.execute(db)
  const memberNos = Array.from({ length: count }, (_, index) => memberNoOf(first + index))
  let cards = firstCard
  for (let from = 0; from < count; from += chunk) {
    const members = memberNos.slice(from, from + chunk).map((memberNo, index) => memberRow(random, memberNo, from + index, joinedOn))
    const cardRows = members.flatMap(({ member_no, registered_at }, index) =>
      Array.from({ length: (from + index) % 10 < secondCardShare * 10 ? 2 : 1 }, () => {
        cards += 1
        return { member_no, card_no: memberCardNoOf(cards), card_type: random.pick(['01', '02', '03', '04']), bound_at: registered_at }
      }),
    )
    await insertChunk(db, members, cardRows)
  }
  return memberNos
}

function memberRow(random: Random, memberNo: string, index: number, joinedOn: string) {
  const registeredAt = new Date(startOfTaipeiDate(addDays(joinedOn, -random.integer(1, 300))).getTime() + random.integer(9, 20) * 3_600_000)
  return {
    member_no: memberNo,
    mobile: `09${String(firstMobile + index).padStart(8, '0')}`,
    member_name: createPersonName(random),
    birthday: addDays(joinedOn, -random.integer(18 * 365, 75 * 365)),
    email: `user${firstMobile + index}@example.com`,
    gender: random.pick(['M', 'F']),
    registered_at: registeredAt,
  }
}

async function insertChunk(db: Executor, members: readonly object[], cards: readonly object[]): Promise<void> {
  await sql`
    insert into member (member_no, mobile, member_name, birthday, email, gender, consent_version, platform_no, registered_at, created_by)
    select member_no, mobile, member_name, birthday, email, gender, 1::text, 'P0001', registered_at, 'P0001'
    from json_populate_recordset(null::member, ${JSON.stringify(members)}::json)`.execute(db)
  await sql`
    insert into member_card (member_no, card_no, card_type, bound_at, created_by)
    select member_no, card_no, card_type, bound_at, 'P0001'
    from json_populate_recordset(null::member_card, ${JSON.stringify(cards)}::json)`.execute(db)
  await sql`
    insert into point_account (class, owner_id, balance, lot_points, owed_points)
    select 'MEMBER', member_no, 0, 0, 0 from json_populate_recordset(null::member, ${JSON.stringify(members)}::json)`.execute(db)
}
