import { sql } from 'kysely'
import { recordStatus } from '../../../rules/codes.generated.ts'
import { systemActor } from '../actor.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/tables.ts'
import type { JobDefinition } from '../jobs/jobRunner.ts'
import type { Secrets } from '../secrets.ts'
import { postWebhook } from './postWebhook.ts'
import { openFor, signatureOf } from './secret.ts'

/** After 1, 2, 4 … 128 minutes: for four hours in all. */
const attemptsMax = 9
/** Other jobs, such as that of the mails, have their turn between. */
const turnMs = 20_000
const atOnce = 5

interface Waiting {
  readonly id: number
  readonly hookName: string
  readonly sealed: string
  readonly attempts: number
  /** Null when nobody has set up the address. */
  readonly url: string | null
  readonly isEnabled: boolean
  readonly secret: string | null
}

type Outcome = { readonly answered: number | null; readonly problem: string | null; readonly isFinal: boolean }

/** Takes some messages that are due. Their next attempts are set first, so that a crash while sending delays one and never loses it. */
async function takeSome(db: Database, skipped: readonly string[]): Promise<readonly Waiting[]> {
  const { rows } = await sql<Waiting>`
    with taken as (
      update webhook_delivery set attempts = attempts + 1, next_at = now() + interval '1 minute' * power(2, attempts)
      where id in (
        select id from webhook_delivery
        where status = 'waiting' and next_at <= now() and hook_name <> all(${[...skipped]}::text[])
        order by next_at, id limit ${atOnce} for update skip locked)
      returning id, hook_name, sealed, attempts)
    select t.id, t.hook_name, t.sealed, t.attempts, nullif(w.url, '') as url, s.sealed as secret,
      coalesce(w.status = ${sql.lit(recordStatus.enabled)}, false) as is_enabled
    from taken t left join webhook w on w.hook_name = t.hook_name
      left join webhook_secret s on s.hook_name = w.hook_name
    order by t.id`.execute(db)
  return rows
}

export interface WebhookJobOptions extends Pick<Config, 'webhookPrivateHosts'> {
  readonly secrets: Pick<Secrets, 'fieldEncryption'>
}

/** Makes the job that sends messages to other systems: signed, tried again for hours, and each with its outcome in the log. */
export function createWebhookJob(options: WebhookJobOptions): JobDefinition {
  return {
    title: '傳送介接通知',
    everyMinutes: 1,
    quiet: true,
    async run({ db, clock, signal }) {
      const startedAt = performance.now()
      // An address that does not answer is not asked again for each of its messages.
      const silent = new Set<string>()
      let count = 0
      while (!signal.aborted && performance.now() - startedAt < turnMs) {
        const some = await takeSome(db, [...silent])
        if (some.length === 0) break
        count += some.length
        await Promise.all(
          some.map(async (one) => {
            const outcome = await send(options, one, { now: clock.now(), signal })
            if (outcome.answered === null) silent.add(one.hookName)
            // Stopped half-way: it is tried again.
            if (signal.aborted) return
            if (one.url === null) await announceUnknown(db, one.hookName, clock.now())
            await note(db, one, outcome, clock.now())
          }),
        )
      }
      return count === 0 ? null : { count }
    },
  }
}

async function send(
  { secrets, webhookPrivateHosts }: WebhookJobOptions,
  { hookName, sealed, url, isEnabled, secret }: Waiting,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<Outcome> {
  if (url === null || secret === null || !isEnabled) return { answered: null, problem: whyNotSent(hookName, url), isFinal: true }
  try {
    const body = openFor(hookName, secrets, sealed)
    const { id } = JSON.parse(body) as { readonly id: string }
    const seconds = Math.floor(now.getTime() / 1000)
    const signature = signatureOf(openFor(hookName, secrets, secret), { id, seconds, body })
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'loyalty-back-office',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature,
    }
    const answered = await postWebhook({ url, headers, body, signal }, webhookPrivateHosts)
    const isAccepted = answered >= 200 && answered < 300
    return { answered, problem: isAccepted ? null : `對方回應 ${answered}`, isFinal: isAccepted }
  } catch (error) {
    return { answered: null, problem: (error instanceof Error ? error.message : String(error)).slice(0, 300), isFinal: false }
  }
}

function whyNotSent(hookName: string, url: string | null): string {
  if (url !== null) return `介接端點「${hookName}」已停用；請啟用後按「重送」`
  return `介接端點「${hookName}」尚未設定；請填寫網址與簽章金鑰並啟用後按「重送」，代碼寫錯時請改文件的 notify`
}

/**
 * A document names an address that nobody has set up. It is put where addresses are looked after, switched off and empty, so that somebody
 * sees it there with what could not be sent, and can set it up.
 */
async function announceUnknown(db: Database, hookName: string, now: Date): Promise<void> {
  const title = '尚未設定（文件的通知指名）'
  const by = systemActor.userName
  await sql`
    insert into webhook (hook_name, title, url, secret, status, created_by, created_at, updated_by, updated_at)
    values (${hookName}, ${title}, '', '', ${sql.lit(recordStatus.disabled)}, ${by}, ${now}, ${by}, ${now})
    on conflict (hook_name) do nothing`.execute(db)
}

async function note(db: Database, { id, attempts }: Waiting, { answered, problem, isFinal }: Outcome, now: Date): Promise<void> {
  const status = problem === null ? 'sent' : isFinal || attempts >= attemptsMax ? 'failed' : 'waiting'
  await sql`
    update webhook_delivery set status = ${status}, answered = ${answered}, problem = ${problem},
      sent_at = ${problem === null ? now : null}, sealed = case when ${problem === null} then null else sealed end
    where id = ${id}`.execute(db)
}

/** The log is kept for half a year; of what nobody accepted the body is kept for a month, so that it can be sent again. */
export const tidyWebhooksJob: JobDefinition = {
  title: '清除介接通知',
  dailyAt: '03:55',
  quiet: true,
  async run({ db, clock }) {
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)
    await sql`delete from webhook_delivery where occurred_at < ${daysAgo(180)} and status <> 'waiting'`.execute(db)
    await sql`
      update webhook_delivery set sealed = null
      where status = 'failed' and sealed is not null and occurred_at < ${daysAgo(30)}`.execute(db)
    return null
  },
}
