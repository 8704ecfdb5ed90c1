import { appendFileSync } from 'node:fs'
import { startMailServer } from '../../support/mailServer.ts'

/** Program that receives the mails of the journeys' server, and writes each as a line of JSON for the journeys to read. */
const { MAIL_PORT, MAIL_FILE } = process.env
if (MAIL_PORT === undefined || MAIL_FILE === undefined) throw new Error('MAIL_PORT and MAIL_FILE say where mails come in and where they go')
await startMailServer(Number(MAIL_PORT), (mail) => appendFileSync(MAIL_FILE, `${JSON.stringify(mail)}\n`))
