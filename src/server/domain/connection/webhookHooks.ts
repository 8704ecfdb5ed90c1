import { sql } from 'kysely'
import { maskAccount } from '../../../rules/masks.ts'
import type { Config } from '../../platform/config.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { urlProblem } from '../../platform/webhooks/postWebhook.ts'
import { isWebhookSecret, sealFor } from '../../platform/webhooks/secret.ts'
import type { RecordHooks } from '../../records/hooks.ts'

interface WebhookHookServices {
  readonly config: Pick<Config, 'webhookPrivateHosts'>
  readonly secrets: Pick<Secrets, 'fieldEncryption'>
}

/** Addresses of other systems: where they may be, and secrets that are stored sealed and shown once. */
export function webhookHooks({ config, secrets }: WebhookHookServices): RecordHooks<'webhook'> {
  const assertUrl = (url: string) => {
    const problem = urlProblem(url, config.webhookPrivateHosts)
    if (problem !== null) throw fieldsError({ url: problem })
  }
  return {
    async beforeCreate({ trx }, input) {
      const { hookName, url, secret } = { hookName: String(input.hookName), url: String(input.url), secret: String(input.secret) }
      if (!/^[a-z][A-Za-z0-9]{1,29}$/.test(hookName))
        throw fieldsError({ hookName: '端點代碼 應以小寫英文字母開頭，共 2 至 30 個英數字。' })
      assertUrl(url)
      await storeSecret(trx, secrets, hookName, secret)
      return { ...input, secret: maskAccount(secret) }
    },
    async beforeUpdate({ trx }, before, changes) {
      if (typeof changes.url === 'string') assertUrl(changes.url)
      if (typeof changes.secret !== 'string') return changes
      await storeSecret(trx, secrets, before.hookName, changes.secret)
      return { ...changes, secret: maskAccount(changes.secret) }
    },
  }
}

async function storeSecret(trx: Trx, secrets: WebhookHookServices['secrets'], hookName: string, secret: string): Promise<void> {
  if (!isWebhookSecret(secret)) throw fieldsError({ secret: '簽章金鑰 應為 whsec_ 開頭，後接 24 至 64 bytes 的 base64；可按「產生」。' })
  await sql`
    insert into webhook_secret (hook_name, sealed) values (${hookName}, ${sealFor(hookName, secrets, secret)})
    on conflict (hook_name) do update set sealed = excluded.sealed`.execute(trx)
}
