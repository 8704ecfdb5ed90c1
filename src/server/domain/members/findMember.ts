import type { ListQuery } from '../../../language/listQuery.ts'
import type { QueryContext } from '../../records/hooks.ts'
import { findMemberNo, type MemberRef } from '../points/members.ts'

/** A number that no member has: a search for an unknown mobile or card finds nothing, as one for an unknown member number does. */
const nobody = '-'

/** The filters by which a member is named, the plain one first. */
const references: Readonly<Record<string, (value: string) => MemberRef>> = {
  mobile: (mobile) => ({ mobile }),
  cardNo: (cardNo) => ({ cardNo }),
}

/**
 * Puts the member's number in place of a mobile or card number, so that the rows of one member are read by their index. Two names
 * of different members find nothing.
 */
export async function withMemberNo({ db }: Pick<QueryContext, 'db'>, query: ListQuery): Promise<ListQuery> {
  const given = query.filters.filter((filter) => Object.hasOwn(references, filter.field))
  if (given.length === 0) return query
  const found = new Set<string>()
  for (const filter of given) {
    const memberNo = await findMemberNo(db, references[filter.field]?.(String(filter.values[0])) ?? { memberNo: nobody })
    found.add(memberNo ?? nobody)
  }
  const named = query.filters.find((filter) => filter.field === 'memberNo')
  if (named) found.add(String(named.values[0]))
  const [only = nobody] = found
  const memberNo = found.size === 1 ? only : nobody
  const others = query.filters.filter((filter) => filter.field !== 'memberNo' && !Object.hasOwn(references, filter.field))
  return { ...query, filters: [...others, { field: 'memberNo', op: 'eq', values: [memberNo] }] }
}
