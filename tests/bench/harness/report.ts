/** One comparison: the yardstick, ours, and the ratio that ours must not exceed. */
export interface Reading {
  readonly title: string
  readonly unit: string
  readonly hand: number
  readonly ours: number
  readonly most: number
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** A value with a limit of its own, where there is no yardstick. */
export interface Limit {
  readonly title: string
  readonly unit: string
  readonly value: number
  readonly most: number
}

/** Prints the values; returns exit code 1 when one is above its limit. */
export function reportLimits(limits: readonly Limit[]): number {
  for (const { title, unit, value, most } of limits) {
    const verdict = value <= most ? 'ok  ' : 'OVER'
    process.stdout.write(`${verdict} ${title.padEnd(36)} ${value.toFixed(1).padStart(9)} ${unit} (at most ${most})\n`)
  }
  return limits.some(({ value, most }) => !(value <= most)) ? 1 : 0
}

/** Prints a table; returns exit code 1 when a ratio is above its limit. */
export function report(readings: readonly Reading[]): number {
  for (const { title, unit, hand, ours, most } of readings) {
    const ratio = ours / hand
    const verdict = ratio <= most ? 'ok  ' : 'OVER'
    const figures = `${hand.toFixed(1).padStart(9)} ${unit} ${ours.toFixed(1).padStart(9)} ${unit}`
    process.stdout.write(`${verdict} ${title.padEnd(36)} ${figures}  x${ratio.toFixed(2)} (at most ${most})\n`)
  }
  return readings.some(({ hand, ours, most }) => !(ours / hand <= most)) ? 1 : 0
}
