import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Long enough for others that started together to read what they would have waited for. */
export const lookedAtMs = 600

/**
 * Takes row locks away while `work` runs, to show that a race test notices when they are missing: statements that match a pattern run
 * without their `for update`.
 *
 * @param pauseMs pause after each of them, so that everybody has read before anybody writes
 */
export async function withoutLocks<Result>(patterns: readonly RegExp[], work: () => Promise<Result>, pauseMs = 0): Promise<Result> {
  const { query } = pg.Client.prototype
  let strippedCount = 0
  pg.Client.prototype.query = async function stripped(this: pg.Client, ...given: readonly unknown[]) {
    const run = query.bind(this) as (...parameters: readonly unknown[]) => Promise<unknown>
    const [first, ...rest] = given
    const text = typeof first === 'string' ? first : (first as { readonly text?: string } | null)?.text
    if (text === undefined || !/ for update/.test(text) || !patterns.some((pattern) => pattern.test(text))) return run(...given)
    strippedCount += 1
    const unlocked = text.replace(/ for update/, '')
    // A named statement keeps its text for ever, so the changed one goes without its name.
    const result = await run(
      ...(typeof first === 'string' ? [unlocked] : [{ ...(first as object), text: unlocked, name: undefined }]),
      ...rest,
    )
    await sleep(pauseMs)
    return result
  } as typeof query
  const restore = () => {
    pg.Client.prototype.query = query
  }
  const result = await work().finally(restore)
  if (strippedCount === 0) throw new Error('no statement had a lock to take away')
  return result
}
