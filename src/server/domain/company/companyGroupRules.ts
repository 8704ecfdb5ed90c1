import type { CompanyGroupMembersRow } from '../../entities.generated.ts'

export type GroupMember = CompanyGroupMembersRow

/** Both days inclusive; a member without `leaveDate` stays. */
export function membershipsOverlap(one: GroupMember, other: GroupMember): boolean {
  return one.joinDate <= (other.leaveDate ?? '9999-12-31') && other.joinDate <= (one.leaveDate ?? '9999-12-31')
}

/** What is wrong with the members of a group by themselves, by field; what other groups say is asked elsewhere. */
export function memberProblems(members: readonly GroupMember[], parentCompanyNo: string): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  members.forEach((member, index) => {
    if (member.leaveDate && member.leaveDate < member.joinDate) problems[`members.${index}.leaveDate`] = '迄日不可早於起日。'
    const isRepeated = members.some(
      (other, position) => position < index && other.companyNo === member.companyNo && membershipsOverlap(other, member),
    )
    if (isRepeated) problems[`members.${index}.companyNo`] = '成員 已存在，請重新輸入。'
  })
  if (!members.some((member) => member.companyNo === parentCompanyNo)) problems.parentCompanyNo = '母公司須為集團成員。'
  return problems
}
