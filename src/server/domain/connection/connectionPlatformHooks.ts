import { recordStatus } from '../../../rules/codes.generated.ts'
import { apiError, fieldsError } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { requireConfirmation } from '../confirmation.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { rotateKey, storeFirstKey } from './keyStore.ts'
import { maskedPartnerKey, type PartnerKey, partnerKeyProblems } from './partnerKeys.ts'

const recentCallMs = 10 * 60 * 1000

/**
 * Platforms: numbers, keys that are stored encrypted and shown once, no delete (domain 4.4).
 *
 * @param secret 32 bytes, encrypts the keys
 */
export function connectionPlatformHooks(secret: Uint8Array): RecordHooks<'connectionPlatform'> {
  return {
    extraInput: ['confirmDisable'],
    async beforeCreate({ trx, now }, input) {
      const key = readKey(input)
      const platformNo = formatNumber('P', await nextNumber(trx, 'connectionPlatform'), 4)
      await storeFirstKey(trx, { secret, platformNo, key, now })
      const shown = { ...maskedPartnerKey(key), keyVersion: 1, keyIssuedAt: now.toISOString() }
      return { ...input, ipWhitelist: input.ipWhitelist ?? [], platformNo, ...shown }
    },
    async beforeUpdate(context, before, changes) {
      if (changes.status === recordStatus.disabled) confirmDisable(context, before)
      const wanted = changes.ipWhitelist === null ? { ...changes, ipWhitelist: [] } : changes
      if (wanted.aesKey === undefined && wanted.aesIv === undefined) return wanted
      assertMayRotate(context)
      // The form shows stored keys masked, so a change of one part needs both parts.
      const key = readKey({ aesKey: wanted.aesKey, aesIv: wanted.aesIv })
      const platform = { platformNo: before.platformNo, keyVersion: before.keyVersion }
      return { ...wanted, ...maskedPartnerKey(key), ...(await rotateKey(context.trx, { secret, platform, key, now: context.now })) }
    },
    beforeDelete() {
      throw apiError('M09')
    },
  }
}

/** Another key in the form is a rotation like the one by the button. */
function assertMayRotate({ screen, actor }: HookContext): void {
  if (screen !== null && !actor.permissions.has('connection.connection_platform.rotatekey')) throw apiError('M12')
}

interface GivenKey {
  readonly aesKey?: string | null | undefined
  readonly aesIv?: string | null | undefined
}

function readKey(input: GivenKey): PartnerKey {
  const { aesKey, aesIv } = input
  const problems = partnerKeyProblems({ aesKey, aesIv })
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  return { aesKey: String(aesKey), aesIv: String(aesIv) }
}

function confirmDisable({ now, extra }: HookContext, platform: RecordOf<'connectionPlatform'>): void {
  const isInUse = platform.lastCallAt !== null && now.getTime() - Date.parse(platform.lastCallAt) < recentCallMs
  if (isInUse) requireConfirmation(extra, 'confirmDisable', '此平台10分鐘內仍有交易，確定要停用嗎？')
}
