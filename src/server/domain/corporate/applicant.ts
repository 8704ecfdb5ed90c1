import { userType } from '../../../rules/codes.generated.ts'
import { type Actor, systemActor } from '../../platform/actor.ts'

/** Whoever fills in the forms of the portal without an account, as the logs name them. */
const applicantName = '申請人'

export function applicantActor(ipAddress: string): Actor {
  return { ...systemActor, userName: applicantName, fullName: applicantName, userType: userType.corporate, ipAddress }
}
