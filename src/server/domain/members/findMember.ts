import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { QueryContext } from '../../records/hooks.ts'
import { findMemberNo, type MemberRef } from '../points/public.ts'

/** A number that no member has: a search for an unknown mobile or card finds nothing, as one for an unknown member number does. */
const nobody = '-'

/** The filters by which a member is named besides its number. */
const references: Readonly<Record<string, (value: string) => MemberRef>> = {
  mobile: (mobile) => ({ mobile }),
  cardNo: (cardNo) => ({ cardNo }),
  memberId: (id) => ({ id: Number.isSafeInteger(Number(id)) ? Number(id) : 0 }),
}

/**
 * Puts the member's number in place of a mobile number, a card number or the id by which other records lead here, so that the rows of one member are read by their index. Two names
 * of different members find nothing.
 */
export async function withMemberNo({ db }: Pick<QueryContext, 'db'>, query: ListQuery): Promise<ListQuery> {
  const names = query.filters.filter(({ field, op }) => (field === 'memberNo' && op === 'eq') || Object.hasOwn(references, field))
  if (names.length === 0) return query
  const found = new Set<string>()
  for (const { field, values } of names) {
    const number = String(values[0])
    const reference = Object.hasOwn(references, field) ? references[field] : undefined
    found.add(reference === undefined ? number : ((await findMemberNo(db, reference(number))) ?? nobody))
  }
  const [only = nobody] = found
  const memberNo = found.size === 1 ? only : nobody
  const others = query.filters.filter((filter) => !names.includes(filter))
  return { ...query, filters: [...others, { field: 'memberNo', op: 'eq', values: [memberNo] }] }
}
