import { sql } from 'kysely'
import type { Entity } from '../../../language/documents/entity.ts'
import type { Notice } from '../../../language/documents/notice.ts'
import { isMasked } from '../../../language/entity/maskedFields.ts'
import { evaluate } from '../../../language/predicate/predicate.ts'
import { wholePermission } from '../../../language/resolve/api.ts'
import { addressFieldOf } from '../../../language/resolve/recordNaming.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { isEmail } from '../../../rules/text.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { StoredRecord } from '../hooks.ts'
import type { PreparedCall } from '../services.ts'
import type { NoticeServices } from './noticeServices.ts'
import { noticeTexts } from './noticeTexts.ts'
import { findReaders, type Reader } from './recipients.ts'

export interface NoticeFor {
  readonly notice: Notice
  readonly record: StoredRecord
  /** Name of the step, or of the field of the date. */
  readonly about: string
  /** Field and date of a notice about a date. */
  readonly date?: string
}

/** Tells the people that are meant, in the transaction of what they are told of. */
export async function tell(prepared: PreparedCall, trx: Trx, { notice, record, about, date }: NoticeFor): Promise<void> {
  const { services, scope, model, call } = prepared
  if (services.notices === undefined) return
  if (notice.when !== undefined && !evaluate(notice.when, { ...scope, row: record })) return
  const screens = services.notices.screensOf(model.entity.name).filter((screen) => isShownBy(screen, record, prepared))
  const texts = await noticeTexts(prepared, trx, notice, record)
  const readers = await findReaders(trx, {
    ...meantBy(notice, record, screens),
    views: screens.map(viewOf),
    companyNo: companyOf(model.entity, record),
    except: call.actor.userName,
  })
  const told = readers.map((reader) => ({ reader, address: addressFor(reader, screens, model.entity, record) }))
  await writeNotices(trx, told, { ...texts, entity: model.entity.name, recordId: record.id, date: date ?? null, at: call.now })
  const inside = notice.mail === true ? told.map(({ reader, address }) => ({ to: reader.email, name: reader.fullName, address })) : []
  const outside = addressesOf(notice, record).map((to) => ({ to, name: to, address: null }))
  for (const addressee of [...inside, ...outside])
    if (isEmail(addressee.to)) await services.notices.enqueueMail(trx, letterTo(addressee, texts, services.notices.publicUrl))
  for (const hookName of hooksOf(notice)) {
    const data = messageOf(prepared, { notice, record, texts, address: publicAddress(screens, model.entity, record, services.notices) })
    const event = { hookName, eventName: `${model.entity.name}.${about}`, title: texts.title, occurredAt: call.now, data }
    await services.notices.enqueueWebhook(trx, event)
  }
}

function hooksOf({ to }: Notice): readonly string[] {
  return [...new Set(to.flatMap(({ webhook }) => webhook ?? []))]
}

interface Message {
  readonly notice: Notice
  readonly record: StoredRecord
  readonly texts: NoticeTexts
  readonly address: string | null
}

/** What another system gets of a record: its number, and the fields that the document names. */
function messageOf(
  { model: { entity, fields } }: PreparedCall,
  { notice, record, texts, address }: Message,
): Readonly<Record<string, unknown>> {
  const isOpen = (name: string) => {
    const property = fields.get(name)?.property
    return property !== undefined && !isMasked(property) && property['x-read'] === undefined
  }
  const sent = Object.fromEntries((notice.fields ?? []).filter(isOpen).map((name) => [name, record[name] ?? null]))
  return { ...texts, entity: entity.name, key: record[addressFieldOf(entity)] ?? record.id, id: record.id, url: address, fields: sent }
}

/** Where a person opens the record; null when no screen shows it. */
function publicAddress(
  screens: readonly ResolvedScreen[],
  entity: Entity,
  record: StoredRecord,
  { publicUrl }: NoticeServices,
): string | null {
  const [screen] = screens
  return screen === undefined ? null : `${publicUrl}${recordAddress(screen, entity, record)}`
}

interface Told {
  readonly reader: Reader
  /** Address of the record for this reader. */
  readonly address: string
}

interface NoticeTexts {
  readonly title: string
  readonly text: string | null
}

interface WrittenNotice extends NoticeTexts {
  readonly entity: string
  readonly recordId: number
  readonly date: string | null
  readonly at: Date
}

async function writeNotices(trx: Trx, told: readonly Told[], { title, text, entity, recordId, date, at }: WrittenNotice): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(
    ({ reader, address }) => sql`(${reader.userName}, ${entity}, ${recordId}, ${title}, ${text}, ${address}, ${date}, ${at})`,
  )
  await sql`
    insert into notice (user_name, entity, record_id, title, text, address, occasion, created_at) values ${sql.join(rows)}
    on conflict do nothing`.execute(trx)
}

interface Addressee {
  readonly to: string
  readonly name: string
  /** Null for somebody outside, who cannot open it. */
  readonly address: string | null
}

function letterTo({ to, name, address }: Addressee, { title, text }: NoticeTexts, publicUrl: string): Mail {
  return layOutMail({
    to,
    subject: title,
    greeting: name,
    paragraphs: (text ?? title).split(/\n+/),
    facts: [],
    ...(address !== null && { link: { label: '開啟這筆資料', address: `${publicUrl}${address}` } }),
  })
}

/** A screen with a filter shows only some records. One that depends on who looks is left out, because many are told at once. */
function isShownBy({ filter }: ResolvedScreen, record: StoredRecord, { scope: { user: _nobody, ...scope } }: PreparedCall): boolean {
  return filter === undefined || evaluate(filter, { ...scope, row: record })
}

const viewOf = ({ resource }: ResolvedScreen) => `${resource}.view`

function meantBy({ to }: Notice, record: StoredRecord, screens: readonly ResolvedScreen[]) {
  const permissions = to.flatMap(({ permission }) =>
    permission === undefined ? [] : screens.map(({ resource }) => wholePermission(resource, permission)),
  )
  const userNames = to.flatMap(({ field }) => (field === undefined || typeof record[field] !== 'string' ? [] : [record[field]]))
  return { permissions: [...new Set(permissions)], userNames }
}

function addressesOf({ to }: Notice, record: StoredRecord): readonly string[] {
  const found = to.flatMap(({ email }) => (email === undefined || typeof record[email] !== 'string' ? [] : [record[email].trim()]))
  return [...new Set(found)]
}

function companyOf({ scope }: Entity, record: StoredRecord): string | null {
  const company = scope === undefined ? null : record[scope]
  return typeof company === 'string' ? company : null
}

/** The record on the first screen that the reader may open. */
function addressFor({ views }: Reader, screens: readonly ResolvedScreen[], entity: Entity, record: StoredRecord): string {
  return recordAddress(
    screens.find((one) => views.includes(viewOf(one))),
    entity,
    record,
  )
}

function recordAddress(screen: ResolvedScreen | undefined, entity: Entity, record: StoredRecord): string {
  const value = record[addressFieldOf(entity)] ?? record.id
  return `${screen?.uri ?? ''}?${new URLSearchParams({ record: String(value), form: 'view' })}`
}
