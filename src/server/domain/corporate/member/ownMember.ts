import type { TermsVersions } from '../../../../answers/corporate.ts'
import { contentType, corporateStatus, userType } from '../../../../rules/codes.generated.ts'
import { openTermsCode } from '../../../../rules/refusalCodes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { apiError, textError } from '../../../platform/errors.ts'
import { findPublished } from '../../content/public.ts'

/** The corporate member a portal user acts for. */
export interface OwnMember {
  readonly id: number
  readonly corporateNo: string
  readonly companyName: string
  readonly contactName: string
  readonly contactEmail: string
  readonly contactMobile: string
  readonly policyVersion: string | null
  readonly privacyVersion: string | null
}

const memberTexts = {
  suspended: '帳號已停權，請洽客服人員。',
  termsOpen: '條款已更新，請閱讀並同意後再繼續。',
} as const

/**
 * The member whose account acts.
 *
 * @throws M12 for anybody who is no portal user, 409 while the member is not 已啟用
 */
export async function getOwnMember(db: Executor, actor: Actor): Promise<OwnMember> {
  if (actor.userType !== userType.corporate) throw apiError('M12')
  const member = await db
    .selectFrom('appUser')
    .innerJoin('corporateMember', 'corporateMember.corporateNo', 'appUser.corporateNo')
    .select([
      ...(['corporateMember.id', 'corporateMember.companyName', 'corporateMember.contactName', 'corporateMember.contactEmail'] as const),
      ...(['corporateMember.contactMobile', 'corporateMember.policyVersion', 'corporateMember.privacyVersion'] as const),
      ...(['corporateMember.corporateNo', 'corporateMember.status'] as const),
    ])
    .where('appUser.id', '=', actor.id)
    .executeTakeFirst()
  if (!member || member.corporateNo === null) throw apiError('M12')
  if (member.status !== corporateStatus.active) throw textError(409, memberTexts.suspended, 'SUSPENDED')
  const { status: _status, corporateNo, ...rest } = member
  return { ...rest, corporateNo }
}

/**
 * Keeps a member in its state until the transaction ends, which posts into its account. Whoever suspends or ends it meanwhile waits, and then
 * sees those points: looked at without a lock, the end of a member could pass them by, and they would lie where nobody can use them.
 *
 * @returns whether the member is 已啟用
 */
export async function holdActive(trx: Trx, corporateNo: string): Promise<boolean> {
  const member = await trx
    .selectFrom('corporateMember')
    .select('status')
    .where('corporateNo', '=', corporateNo)
    .forShare()
    .executeTakeFirst()
  return member?.status === corporateStatus.active
}

/** The same for a member that acts. @throws 409 while it is not 已啟用 */
export async function holdActing(trx: Trx, { corporateNo }: Pick<OwnMember, 'corporateNo'>): Promise<void> {
  if (!(await holdActive(trx, corporateNo))) throw textError(409, memberTexts.suspended, 'SUSPENDED')
}

/**
 * Keeps members in their states, as {@link holdActive} does, for postings that staff make: a suspended one may still get points.
 *
 * @returns the numbers of those that have not ended
 */
export async function holdOpen(trx: Trx, corporateNos: readonly string[]): Promise<ReadonlySet<string>> {
  const members = await trx
    .selectFrom('corporateMember')
    .select(['corporateNo', 'status'])
    // SQL has no empty list; '' is nobody's number.
    .where('corporateNo', 'in', [...corporateNos, ''])
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(
    members.flatMap(({ corporateNo, status }) => (corporateNo === null || status === corporateStatus.ended ? [] : [corporateNo])),
  )
}

/** The versions in force; '' where nothing is published. */
export async function currentTerms(db: Executor, now: Date): Promise<TermsVersions> {
  const [policy] = await findPublished(db, contentType.policy, now)
  const [privacy] = await findPublished(db, contentType.privacy, now)
  return { policyVersion: policy?.version ?? '', privacyVersion: privacy?.version ?? '' }
}

/** The terms that a member has not agreed to yet; null when there are none. */
export async function openTerms(db: Executor, member: OwnMember, now: Date): Promise<TermsVersions | null> {
  const terms = await currentTerms(db, now)
  const isAgreed =
    (terms.policyVersion === '' || member.policyVersion === terms.policyVersion) &&
    (terms.privacyVersion === '' || member.privacyVersion === terms.privacyVersion)
  return isAgreed ? null : terms
}

/**
 * The member for what moves points or changes data: only under terms that were agreed to.
 *
 * @throws as {@link getOwnMember}, and 409 while newer terms wait for consent
 */
export async function getActingMember(db: Executor, actor: Actor, now: Date): Promise<OwnMember> {
  const member = await getOwnMember(db, actor)
  if (await openTerms(db, member, now)) throw textError(409, memberTexts.termsOpen, openTermsCode)
  return member
}
