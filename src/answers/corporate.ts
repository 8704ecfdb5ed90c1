import Type from 'typebox'
import { type AnswerOf, Day, listOf, Moment, Option, orNull, pageOf, Whole } from './shapes.ts'

/** The versions of both terms. */
const TermsVersions = Type.Object({ policyVersion: Type.String(), privacyVersion: Type.String() })
export type TermsVersions = AnswerOf<typeof TermsVersions>

/** `GET /api/portal/home` */
export const MemberHome = Type.Object({
  companyName: Type.String(),
  corporateNo: Type.String(),
  contactName: Type.String(),
  contactMobile: Type.String(),
  contactEmail: Type.String(),
  balance: Whole,
  /** Points that end within 30 days, today included. */
  expiring30: Whole,
  /** The next day on which points end; null while nothing ends. */
  expiringDate: orNull(Day),
  /** Those that wait for consent. */
  openTerms: orNull(TermsVersions),
})
export type MemberHome = AnswerOf<typeof MemberHome>

const LedgerEntry = Type.Object({
  date: Moment,
  transactionNo: Type.String(),
  /** Dictionary TxnKind, and its label. */
  kind: Type.String(),
  kindName: Type.String(),
  /** One of the two is 0. */
  pointsIn: Whole,
  pointsOut: Whole,
  /** After this entry, by the dates. */
  balance: Whole,
  remark: orNull(Type.String()),
})
export type LedgerEntry = AnswerOf<typeof LedgerEntry>

/** `GET /api/portal/ledger/{pageIndex}/{pageSize}` */
export const LedgerPage = pageOf(LedgerEntry)
export type LedgerPage = AnswerOf<typeof LedgerPage>

const field = orNull(Type.String())

/** What an applicant sees of the own application, and nothing else of the record. */
const shownApplication = {
  applyNo: Type.String(),
  corporateNo: orNull(Type.String()),
  /** Dictionary CorporateStatus. */
  status: Type.String(),
  reviewRemark: orNull(Type.String()),
  appliedAt: Moment,
  taxNumber: Type.String(),
  ...{ applyType: field, companyName: field, responsiblePerson: field, industry: field },
  ...{ cityCode: field, districtCode: field, zipCode: field, address: field },
  ...{ phoneArea: field, phoneNumber: field, phoneExt: field },
  ...{ contactName: field, contactDept: field, contactTitle: field, contactMobile: field, contactEmail: field },
  ...{ invoiceEmail: field, expectedPoints: field, certificate: field },
}

/** The fields themselves, all of which the record has. */
export const shownFields = Object.keys(shownApplication) as readonly (keyof typeof shownApplication)[]

/** The last whole day for the supplement that is waited for; null while none is. */
const supplementBy = orNull(Day)

export const OwnApplication = Type.Object({ ...shownApplication, supplementBy })
export type OwnApplication = AnswerOf<typeof OwnApplication>

/** `POST /api/portal/corporate_member_register` */
export const SentApplication = Type.Object({ applyNo: Type.String() })
export type SentApplication = AnswerOf<typeof SentApplication>

/** What a right code opens; the ticket admits to the supplement for half an hour. */
export const OpenedApplication = Type.Object({ ticket: Type.String(), application: OwnApplication })
export type OpenedApplication = AnswerOf<typeof OpenedApplication>

/** The data of a signed-in member. */
export const OwnData = Type.Object({
  ...shownApplication,
  supplementBy,
  rowVersion: Whole,
  /** A change of the names waits for staff; no further one can be asked for. */
  hasPendingChange: Type.Boolean(),
})
export type OwnData = AnswerOf<typeof OwnData>

const District = Type.Object({ ...Option.properties, zipCode: Type.String() })
const City = Type.Object({ ...Option.properties, districts: listOf(District) })
export type City = AnswerOf<typeof City>

/** All choices of the application form in one answer: a visitor asks no dictionaries. */
export const FormOptions = Type.Object({
  applyTypes: listOf(Option),
  industries: listOf(Option),
  expectedPoints: listOf(Option),
  statuses: listOf(Option),
  cities: listOf(City),
})
export type FormOptions = AnswerOf<typeof FormOptions>
