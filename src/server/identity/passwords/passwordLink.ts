import { randomBytes } from 'node:crypto'
import type { Trx } from '../../platform/database/tables.ts'
import { hashToken } from '../tokens/refreshToken.ts'

interface NewLink {
  readonly userId: number
  readonly now: Date
  readonly lifeMs: number
}

/** Makes the one link that sets a password of an account; older ones end. @returns its token, which is kept as a hash only */
export async function makePasswordLink(trx: Trx, { userId, now, lifeMs }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await trx.updateTable('passwordReset').set({ usedAt: now }).where('userId', '=', userId).where('usedAt', 'is', null).execute()
  await trx
    .insertInto('passwordReset')
    .values({ userId, tokenHash: hashToken(token), createdAt: now, expiresAt: new Date(now.getTime() + lifeMs), usedAt: null })
    .execute()
  return token
}
