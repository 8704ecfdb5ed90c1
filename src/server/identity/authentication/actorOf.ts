import { userType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { Account } from '../accounts.ts'
import { findReadableCompanyNos } from './companyReach.ts'

/** How an account is used: by a session, or by work that it has asked for. */
type ActorAccess = Pick<Actor, 'sessionId' | 'ipAddress' | 'readableCompanyNos'>

export function actorOf(account: Account, { sessionId, ipAddress, readableCompanyNos }: ActorAccess): Actor {
  return {
    id: account.id,
    sessionId,
    userName: account.userName,
    fullName: account.fullName,
    userType: account.userType,
    companyNo: account.companyNo,
    readableCompanyNos,
    roles: account.roles,
    permissions: new Set(account.permissions),
    ipAddress,
  }
}

/**
 * The merchants that an account may read; null means no limit.
 *
 * @param today YYYY-MM-DD in Taipei
 */
export async function readableCompaniesOf(db: Executor, account: Account | undefined, today: string): Promise<readonly string[] | null> {
  return account?.userType === userType.merchant ? findReadableCompanyNos(db, account.companyNo ?? '', today) : null
}
