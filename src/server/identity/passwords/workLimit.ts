/** Thrown when the queue of waiting work is full. */
export class TooBusyError extends Error {
  constructor() {
    super('too much work is waiting')
    this.name = 'TooBusyError'
  }
}

/** Runs at most `runningMax` pieces of work at once, in order. At most `waitingMax` wait; further ones are refused. */
export function createWorkLimit(runningMax: number, waitingMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  async function takeTurn(): Promise<void> {
    if (running < runningMax) {
      running += 1
      return
    }
    if (waiting.length >= waitingMax) throw new TooBusyError()
    // `endTurn` passes the slot on, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function endTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (work) => {
    await takeTurn()
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}
