import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long those who have read wait at most for the others. Long enough for a slow machine; reached only when somebody never comes. */
const waitMostMs = 20_000
const lookMs = 10
const lock = / for (?:update|share)|^lock table .*/

/**
 * Takes locks away while `work` runs, to show that a race test notices when they are missing: statements that match a pattern run without
 * their `for update` or `for share`, or not at all when they lock a table.
 *
 * @param readers so many connections have read before any of them goes on: everybody decides by what was there before anybody wrote
 */
export async function withoutLocks<Result>(patterns: readonly RegExp[], work: () => Promise<Result>, readers = 1): Promise<Result> {
  const { query } = pg.Client.prototype
  const have = new Set<pg.Client>()
  pg.Client.prototype.query = async function stripped(this: pg.Client, ...given: readonly unknown[]) {
    const run = query.bind(this) as (...parameters: readonly unknown[]) => Promise<unknown>
    const [first, ...rest] = given
    const text = typeof first === 'string' ? first : (first as { readonly text?: string } | null)?.text
    if (text === undefined || !lock.test(text) || !patterns.some((pattern) => pattern.test(text))) return run(...given)
    const unlocked = text.replace(lock, '')
    // A named statement keeps its text for ever, so the changed one goes without its name.
    const result = await run(
      ...(typeof first === 'string' ? [unlocked] : [{ ...(first as object), text: unlocked, name: undefined }]),
      ...rest,
    )
    have.add(this)
    for (let waited = 0; have.size < readers && waited < waitMostMs; waited += lookMs) await sleep(lookMs)
    return result
  } as typeof query
  const restore = () => {
    pg.Client.prototype.query = query
  }
  const result = await work().finally(restore)
  if (have.size === 0) throw new Error('no statement had a lock to take away')
  return result
}
