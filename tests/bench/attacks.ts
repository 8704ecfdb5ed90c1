/**
 * Attacks that need many attempts to detect a difference.
 *
 * npm run bench -- attacks            (TRIES=500 for fewer)
 */
import { measureLoginTiming } from './attacks/loginTiming.ts'
import { reportLimits } from './harness/report.ts'

process.exit(reportLimits(await measureLoginTiming(Number(process.env.TRIES ?? 2000))))
