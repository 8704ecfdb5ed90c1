import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../src/rules/dates.ts'

// Runs before each test file. A file reads the date once when it is loaded, but the server and the database have real clocks. So a file
// that might run past midnight in Taipei waits for the new day.

/** Longer than any file takes, even on slow machines. */
const fileMs = 4 * 60_000
/** Timers may fire slightly early. */
const graceMs = 100

const now = new Date()
const leftMs = startOfTaipeiDate(addDays(taipeiDate(now), 1)).getTime() - now.getTime()
if (leftMs < fileMs) await sleep(leftMs + graceMs)
