import { setImmediate } from 'node:timers/promises'

/** Longest that work in steps keeps the server from its calls, in ms: some documents of work. */
const sliceMs = 10

/** Does work in steps while the server answers. */
export async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await setImmediate()
    began = performance.now()
  }
}
