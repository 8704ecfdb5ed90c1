import { handler } from 'altcha-lib/workers/shared'
import { deriveKey } from './deriveKey.ts'

/** Solves a captcha challenge in a worker, so that the page stays usable. */
handler({ deriveKey })
