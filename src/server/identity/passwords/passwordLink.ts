import { randomBytes } from 'node:crypto'
import type { Trx } from '../../platform/database/tables.ts'
import { hashToken } from '../tokens/refreshToken.ts'

interface NewLink {
  readonly userId: number
  readonly now: Date
  readonly lifeMs: number
}

/** Makes the only valid link for setting the password of an account; older links end. @returns its token, of which only a hash is stored */
export async function makePasswordLink(trx: Trx, { userId, now, lifeMs }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await trx.updateTable('passwordReset').set({ usedAt: now }).where('userId', '=', userId).where('usedAt', 'is', null).execute()
  await trx
    .insertInto('passwordReset')
    .values({ userId, tokenHash: hashToken(token), createdAt: now, expiresAt: new Date(now.getTime() + lifeMs), usedAt: null })
    .execute()
  return token
}
