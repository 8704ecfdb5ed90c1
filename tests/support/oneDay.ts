import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../src/rules/dates.ts'

// Before each file of tests. A file reads the day once, as it loads, and speaks of it with a server that has the real clock and with a
// database that has its own: a file that would go on past midnight in Taipei begins on the new day instead.

/** Longer than a file takes, on slow machines too. */
const fileMs = 4 * 60_000
/** Timers may be early by a little. */
const graceMs = 100

const now = new Date()
const leftMs = startOfTaipeiDate(addDays(taipeiDate(now), 1)).getTime() - now.getTime()
if (leftMs < fileMs) await sleep(leftMs + graceMs)
