import { sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'

/** What a partner gives to register a member (domain 8, members/register). */
export interface NewMember {
  readonly mobile: string
  readonly memberName: string
  readonly birthday: string | null
  readonly email: string | null
  readonly gender: string | null
  readonly consentVersion: string | null
  readonly platformNo: string | null
  readonly registeredAt: Date
  readonly createdBy: string
}

/** Check digit of Luhn's rule for digits without it. */
export function luhnDigit(digits: string): number {
  let total = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    total += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (total % 10)) % 10
}

/** `88`, nine digits and a check digit (domain 1, number formats): 1 gives 880000000013. */
export function memberNoOf(number: number): string {
  const digits = `88${String(number).padStart(9, '0')}`
  return `${digits}${luhnDigit(digits)}`
}

/** Creates a member; the points account comes with the first posting. The mobile number is unique. @returns its number */
export async function registerMember(db: Executor, member: NewMember): Promise<string> {
  return (await registerMembers(db, [member]))[0] as string
}

/** Creates members in their order. @returns their numbers */
export async function registerMembers(db: Executor, members: readonly NewMember[]): Promise<readonly string[]> {
  const { rows } = await sql<{ number: number }>`
    select nextval('member_number') as number from generate_series(1, ${members.length}::int)`.execute(db)
  const numbered = members.map((member, index) => ({ ...member, memberNo: memberNoOf(rows[index]?.number ?? 0) }))
  await db
    .insertInto('member')
    .values(numbered.map((member) => ({ ...member, statusReason: null, updatedBy: null, updatedAt: null })))
    .execute()
  return numbered.map(({ memberNo }) => memberNo)
}

/** How a partner or a person names a member. */
export type MemberRef = { readonly memberNo: string } | { readonly mobile: string } | { readonly cardNo: string } | { readonly id: number }

/** Status of a card that is bound to its member; no dictionary has these. */
export const boundCard = '1'

/** The number of a member; null when there is none (E1201 is the caller's to say). */
export async function findMemberNo(db: Executor, ref: MemberRef): Promise<string | null> {
  if ('cardNo' in ref) {
    const card = await db
      .selectFrom('memberCard')
      .select('memberNo')
      .where('cardNo', '=', ref.cardNo)
      .where('status', '=', boundCard)
      .executeTakeFirst()
    return card?.memberNo ?? null
  }
  const members = db.selectFrom('member').select('memberNo')
  if ('id' in ref) return (await members.where('id', '=', ref.id).executeTakeFirst())?.memberNo ?? null
  const row = await ('mobile' in ref
    ? members.where('mobile', '=', ref.mobile)
    : members.where('memberNo', '=', ref.memberNo)
  ).executeTakeFirst()
  return row?.memberNo ?? null
}
