import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long a connection waits at most for the other one: reached only when that one never comes. */
const waitMostMs = 20_000
const lookMs = 10

/**
 * Lets two transactions meet while `work` runs: each waits after its first statement that matches the pattern until the other one has read
 * too, and the second goes on only when the first has ended. So the second decides by what it read before the first wrote. Where a lock is
 * taken before, the second never gets that far, and nothing waits for it longer than the longest wait.
 */
export async function inTurns<Result>(pattern: RegExp, work: () => Promise<Result>): Promise<Result> {
  const { query } = pg.Client.prototype
  const readers: pg.Client[] = []
  const ended = new Set<pg.Client>()
  pg.Client.prototype.query = async function inTurn(this: pg.Client, ...given: readonly unknown[]) {
    const result = await (query.bind(this) as (...parameters: readonly unknown[]) => Promise<unknown>)(...given)
    const [first] = given
    const text = typeof first === 'string' ? first : ((first as { readonly text?: string } | null)?.text ?? '')
    if (/^(commit|rollback)$/i.test(text)) ended.add(this)
    if (!pattern.test(text) || readers.includes(this) || readers.length === 2) return result
    readers.push(this)
    const isMyTurn = () => (readers[0] === this ? readers.length === 2 : ended.has(readers[0] as pg.Client))
    for (let waited = 0; !isMyTurn() && waited < waitMostMs; waited += lookMs) await sleep(lookMs)
    return result
  } as typeof query
  return work().finally(() => {
    pg.Client.prototype.query = query
  })
}
