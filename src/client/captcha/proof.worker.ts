import { handler } from 'altcha-lib/workers/shared'
import { deriveKey } from './deriveKey.ts'

/** Looks for the number of a captcha beside the page, which stays usable meanwhile. */
handler({ deriveKey })
