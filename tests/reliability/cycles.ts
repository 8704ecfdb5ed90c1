/** RELIABILITY=full runs all crashes; the default is a small part of them. */
export function cyclesOf(whole: number, part: number): number {
  return process.env.RELIABILITY === 'full' ? whole : part
}
