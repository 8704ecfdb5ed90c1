import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Notice, Recipient } from '../../../documents/notice.ts'
import { isMasked } from '../../../entity/maskedFields.ts'
import { dictionaryOf, findProperty, isSortable } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName, withSuggestion } from '../../../findings/suggest.ts'
import { resourceOf } from '../../../resolve/api.ts'
import { checkField } from '../../fieldRule.ts'
import { checkPermission } from '../../permissionRule.ts'
import { checkPredicate } from '../../predicateRule.ts'

interface Use {
  readonly notice: Notice
  readonly place: Place
}

/**
 * Checks notices of steps and dates: who is told exists and can be reached, and the texts and conditions name nothing that not everybody
 * may see who is told.
 */
export function notices({ entity, names }: EntityContext): readonly Finding[] {
  const ofSteps = Object.entries(entity.transitions ?? {}).flatMap(([name, { notify }]): readonly Use[] =>
    notify === undefined ? [] : [{ notice: notify, place: ['transitions', name, 'notify'] }],
  )
  const ofDates = Object.entries(entity.properties).flatMap(([field, { notify }]): readonly Use[] =>
    notify === undefined ? [] : [{ notice: notify, place: ['properties', field, 'notify'] }],
  )
  return [
    ...[...ofSteps, ...ofDates].flatMap((use) => (entity.table === undefined ? checkNotice(use, entity, names) : [ofTable(use, entity)])),
    ...ofDates.flatMap(({ place }) => onlyDates(entity.properties[String(place[1])], place)),
    ...Object.entries(entity.properties).flatMap(([field, property]) => unheard(property, ['properties', field])),
    ...Object.entries(entity.transitions ?? {}).flatMap(([name, { input }]) =>
      Object.entries(input?.properties ?? {}).flatMap(([field, property]) =>
        noEffect(property, ['transitions', name, 'input', 'properties', field]),
      ),
    ),
  ]
}

function ofTable({ place }: Use, { table }: Entity): Finding {
  return {
    place,
    at: 'key',
    code: 'opened-transition',
    message: `資料表 ${table} 的通知由程式寄送；notify 只用於沒有 table 的實體，請移除`,
  }
}

function onlyDates(property: Property | undefined, place: Place): readonly Finding[] {
  if (property?.type === 'string' && property.format === 'date') return []
  return [
    {
      place,
      at: 'key',
      code: 'keyword-not-for-type',
      message: '欄位的 notify 只能用於日期（"format": "date"）；狀態改變時的通知寫在轉換裡',
    },
  ]
}

/** Nobody looks at the dates of rows. */
function unheard(property: Property, place: Place): readonly Finding[] {
  const rows = property.items?.properties ?? {}
  return Object.entries(rows).flatMap(([member, inner]) => noEffect(inner, [...place, 'items', 'properties', member]))
}

function noEffect({ notify }: Property, place: Place): readonly Finding[] {
  if (notify === undefined) return []
  return [
    { place: [...place, 'notify'], at: 'key', code: 'no-effect', message: 'notify 只對實體的日期欄位與轉換有作用，在這裡不會生效，請移除' },
  ]
}

function checkNotice({ notice, place }: Use, entity: Entity, names: Names): readonly Finding[] {
  const { title, text, to, mail, fields, when } = notice
  const hasWebhook = to.some(({ webhook }) => webhook !== undefined)
  return [
    ...namedInText(title, [...place, 'title'], entity),
    ...namedInText(text, [...place, 'text'], entity),
    ...to.flatMap((one, index) => checkRecipient(one, [...place, 'to', index], entity, names)),
    ...checkPredicate(when, [...place, 'when'], { entity, names, roots: ['row', 'now'] }),
    ...(mail === false
      ? [{ place: [...place, 'mail'], at: 'key' as const, code: 'no-effect', message: '省略 mail 就不寄信，請移除' }]
      : []),
    ...(fields === undefined || hasWebhook
      ? []
      : [
          {
            place: [...place, 'fields'],
            at: 'key' as const,
            code: 'no-effect',
            message: 'fields 只傳給介接端點，請移除，或在 to 加上 webhook',
          },
        ]),
    ...(fields ?? []).flatMap((name, index) => checkSent(name, [...place, 'fields', index], entity)),
  ]
}

function checkRecipient({ permission, field, email, webhook }: Recipient, place: Place, entity: Entity, names: Names): readonly Finding[] {
  // The addresses are set up on a screen, so that no document can send data wherever it likes.
  if (webhook !== undefined) return []
  if (permission !== undefined) return checkReaders(permission, [...place, 'permission'], entity, names)
  const [name, key] = field === undefined ? [email ?? '', 'email'] : [field, 'field']
  const here = [...place, key]
  const property = findProperty(entity, name)
  if (property === undefined) return checkField(name, here, entity)
  if (isMasked(property) || property['x-read'] !== undefined) return [withheld(name, here)]
  if (key === 'field' && property.type !== 'string')
    return [{ place: here, code: 'wrong-type', message: `通知的人由欄位裡的帳號決定，型別應為 string，「${name}」是 ${property.type}` }]
  if (key === 'field' && !holdsAccount(name, property, entity))
    return [{ place: here, severity: 'warning', code: 'nobody-told', message: noAccount(name) }]
  if (key === 'email' && property.format !== 'email')
    return [{ place: here, code: 'wrong-type', message: `寄信的地址須是 "format": "email" 的欄位，「${name}」不是` }]
  return []
}

/** Fields in which the server notes who has done something. */
const people: readonly string[] = ['createdBy', 'updatedBy', 'submittedBy', 'approvedBy']

/** Whether a field has the account of a person: chosen as one, or noted by a step. */
function holdsAccount(name: string, property: Property, { transitions }: Entity): boolean {
  const isNoted = Object.values(transitions ?? {}).some(({ stamp = {} }) => Object.hasOwn(stamp, name) && stamp[name] === 'user')
  return isNoted || people.includes(name) || dictionaryOf(property)?.name === 'User'
}

const noAccount = (name: string) =>
  `「${name}」存放的不是帳號，不會通知任何人；請用選同事的欄位（"x-dictionary": "User"）、申請人員 submittedBy，或轉換以 stamp 記下 user 的欄位`

/** What leaves for another system is read by people whom no permission holds back. */
function checkSent(name: string, place: Place, entity: Entity): readonly Finding[] {
  const property = findProperty(entity, name)
  if (property === undefined) return checkField(name, place, entity)
  if (isMasked(property) || property['x-read'] !== undefined) return [withheld(name, place)]
  if (property['x-details'] === undefined && !isLarge(property)) return []
  return [{ place, code: 'wrong-type', message: `「${name}」不能傳給介接端點：圖片、附件、格式文字與明細不隨通知傳送` }]
}

function isLarge({ format }: Property): boolean {
  return ['imageDataUrl', 'fileDataUrl', 'html'].includes(format ?? '')
}

/** Only who may see the records is told of them, so a permission must be one of their screens. */
function checkReaders(permission: string, place: Place, entity: Entity, names: Names): readonly Finding[] {
  if (permission.includes('.')) return checkPermission(permission, place, names)
  const screens = names.screensByEntity.get(entity.name) ?? []
  const known = screens.flatMap((screen) => {
    const resource = resourceOf(screen)
    return [...names.grantable].filter((one) => one.startsWith(`${resource}.`)).map((one) => one.split('.')[2] ?? '')
  })
  if (known.length === 0 || known.includes(permission)) return []
  return [
    {
      place,
      code: 'impossible-permission',
      message: `沒有人能有權限「${permission}」：此實體的畫面只有 ${[...new Set(known)].join('、')}`,
      ...withSuggestion(permission, known),
    },
  ]
}

/** `{field}` in a notice is replaced by a value of the record, and is read by everybody who is told. */
function namedInText(text: string | undefined, place: Place, entity: Entity): readonly Finding[] {
  return [...(text ?? '').matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']): readonly Finding[] => {
    const property = findProperty(entity, name)
    if (property === undefined)
      return [
        {
          place,
          code: 'unknown-field',
          ...unknownName(`通知文字中的 {${name}} 不是實體 ${entity.name} 的欄位`, name, Object.keys(entity.properties)),
        },
      ]
    if (isMasked(property) || property['x-read'] !== undefined) return [withheld(name, place)]
    if (isSortable(property)) return []
    return [{ place, code: 'wrong-type', message: `通知文字不能有 {${name}}：清單、圖片與長篇內容放不進一句話` }]
  })
}

const withheld = (name: string, place: Place): Finding => ({
  place,
  code: 'field-right',
  message: `通知不能用「${name}」：不是每個收到的人都看得到它（x-mask 或 x-read）`,
})
