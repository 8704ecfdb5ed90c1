import { AsyncLocalStorage } from 'node:async_hooks'

/** How long statements may take: `interactive` when a user waits for them, `background` for jobs and exports, `untimed` without limit. */
export type Pace = 'interactive' | 'background' | 'untimed'

const paces = new AsyncLocalStorage<Pace>()

/** Runs `work` that a user waits for: its statements are ended after seconds. */
export function interactively<T>(work: () => T): T {
  return paces.run('interactive', work)
}

/** Runs `work` as background work: jobs, exports, timers. This is also the default. */
export function inBackground<T>(work: () => T): T {
  return paces.run('background', work)
}

/** Runs `work` whose single statements may take many minutes. */
export function untimed<T>(work: () => T): T {
  return paces.run('untimed', work)
}

/** The pace of the calling code. */
export function currentPace(): Pace {
  return paces.getStore() ?? 'background'
}

const essentials = new AsyncLocalStorage<boolean>()

/**
 * Runs transactions that have to go on while space is scarce: the few small rows without which nobody could sign in and read. See {@link
 * StorageState}.
 */
export function asEssential<T>(work: () => T): T {
  return essentials.run(true, work)
}

export function isEssential(): boolean {
  return essentials.getStore() === true
}
