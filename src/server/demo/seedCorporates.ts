import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicantActor } from '../domain/corporate/public.ts'
import { formatNumber, nextNumber } from '../domain/numbers.ts'
import { projectRoot } from '../platform/projectRoot.ts'
import type { RecordValues, StoredRecord } from '../records/hooks.ts'
import { type DemoCorporate, demoCorporates, demoMember } from './corporates.ts'
import { createAddress, taxNumbers } from './people.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

const entity = 'corporateMember'
const termsVersion = '2025.1'
/** The tax ID numbers of companies are lower. */
const firstTaxNumber = 60_000

/** Seeds corporate members and applications in every state but the last (domain 10). */
export async function seedCorporates(world: DemoWorld): Promise<void> {
  const numbers = taxNumbers(firstTaxNumber)
  const certificate = `data:image/png;base64,${readFileSync(join(projectRoot, 'src/server/demo/pictures/certificate.png')).toString('base64')}`
  const apply = (corporate: DemoCorporate, further: RecordValues) =>
    createApplication(world, corporate, { taxNumber: numbers.next().value ?? '', certificate, ...further })

  // Inserted directly: an approval would create another account, and this member has a demo account with a known password.
  const corporateNo = formatNumber('E', await nextNumber(world.trx, 'corporate'), 6)
  const approvedAt = daysBefore(world, demoMember.appliedDaysAgo - 3, 15).toISOString()
  const { creditTermDays } = demoMember
  await apply(demoMember, {
    ...{ contactName: '周郁婷', contactEmail: 'hr@example.com', invoiceEmail: 'hr@example.com' },
    ...{ corporateNo, status: '3', approvedBy: 'ops02', approvedAt, creditTermDays },
  })
  for (const corporate of demoCorporates) await decide(world, corporate, await apply(corporate, {}))
}

function createApplication(world: DemoWorld, corporate: DemoCorporate, further: RecordValues): Promise<StoredRecord> {
  const { app, trx, random, contacts } = world
  const now = daysBefore(world, corporate.appliedDaysAgo, random.integer(9, 17))
  const email = contacts.email()
  const call = { actor: applicantActor('127.0.0.1'), screen: null, entity, now, db: trx, afterCommit: () => undefined }
  const [phoneArea, phoneNumber] = contacts.landline().split('-')
  return app.records.create(call, {
    applyType: corporate.applyType,
    companyName: corporate.companyName,
    responsiblePerson: contacts.name(),
    industry: corporate.industry,
    ...createAddress(random),
    phoneArea,
    phoneNumber,
    phoneExt: String(random.integer(100, 899)),
    contactName: contacts.name(),
    contactDept: corporate.contactDept,
    contactTitle: corporate.contactTitle,
    contactMobile: contacts.mobile(),
    contactEmail: email,
    invoiceEmail: email,
    expectedPoints: corporate.expectedPoints,
    policyVersion: termsVersion,
    privacyVersion: termsVersion,
    agreedAt: now.toISOString(),
    appliedAt: now.toISOString(),
    ...further,
  })
}

async function decide(world: DemoWorld, corporate: DemoCorporate, application: StoredRecord): Promise<void> {
  const { fate, appliedDaysAgo, creditTermDays, reviewRemark } = corporate
  const staff = recordsOf(world, entity, 'ops02', daysBefore(world, Math.max(1, appliedDaysAgo - 3), 15))
  if (fate === 'waiting') return
  if (fate === 'supplement') await staff.transition(application, 'requestSupplement', { reviewRemark })
  else if (fate === 'refused') await staff.transition(application, 'refuse', { reviewRemark })
  else {
    const member = await staff.transition(application, 'approve', { creditTermDays })
    if (fate === 'suspended') await recordsOf(world, entity, 'ops01', daysBefore(world, 5, 11)).transition(member, 'suspend')
  }
}
