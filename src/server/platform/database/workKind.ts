import { AsyncLocalStorage } from 'node:async_hooks'

/** How long statements may take: `interactive` a user waits for them, `background` jobs and exports, `untimed` without limit. */
export type Pace = 'interactive' | 'background' | 'untimed'

const paces = new AsyncLocalStorage<Pace>()

/** Runs `work` as what somebody waits for: its statements end after seconds. */
export function interactively<T>(work: () => T): T {
  return paces.run('interactive', work)
}

/** Runs `work` as background work: jobs, exports, timers. This is also the default outside of any other kind. */
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
 * Runs transactions that must go on while space is scarce: a few small rows without which nobody could read any more (sign-in, sessions).
 * See {@link StorageState}.
 */
export function asEssential<T>(work: () => T): T {
  return essentials.run(true, work)
}

export function isEssential(): boolean {
  return essentials.getStore() === true
}
