/** RELIABILITY=full runs the whole number of crashes; the usual run takes a small part of it. */
export function cyclesOf(whole: number, part: number): number {
  return process.env.RELIABILITY === 'full' ? whole : part
}
