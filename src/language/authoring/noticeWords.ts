import type { Entity } from '../documents/entity.ts'
import type { DateNotice, Notice } from '../documents/notice.ts'
import { findProperty, titleOf } from '../entity/property.ts'

/** Notices of an entity as sentences, by what they are about: a step, or a date. */
export function noticeWords(entity: Entity): ReadonlyMap<string, string> {
  const ofSteps = Object.values(entity.transitions ?? {}).flatMap(({ label, notify }) =>
    notify === undefined ? [] : [[`「${label}」之後`, wordsOf(notify, entity)] as const],
  )
  const ofDates = Object.entries(entity.properties).flatMap(([field, property]) =>
    property.notify === undefined
      ? []
      : [[`「${titleOf(property, field)}」${dayOf(property.notify)}`, wordsOf(property.notify, entity)] as const],
  )
  return new Map([...ofSteps, ...ofDates])
}

function dayOf({ before }: DateNotice): string {
  if (before === 0) return '當天'
  return before > 0 ? `前 ${before} 天` : `後 ${-before} 天`
}

function wordsOf({ title, to, mail, fields, when }: Notice, entity: Entity): string {
  const people = to.map(({ permission, field, email, webhook }) => {
    if (webhook !== undefined) return `介接端點 ${webhook}${fields === undefined ? '' : `（${fields.join('、')}）`}`
    if (permission !== undefined) return `有權限 ${permission} 的人`
    const name = field ?? email ?? ''
    const property = findProperty(entity, name)
    return `${property === undefined ? name : titleOf(property, name)}（${name}）${field === undefined ? '的信箱' : ''}`
  })
  const hasReaders = to.some(({ permission, field }) => permission !== undefined || field !== undefined)
  const ways = [...(hasReaders ? ['公告欄'] : []), ...(mail === true || to.some(({ email }) => email !== undefined) ? ['信件'] : [])].join(
    '與',
  )
  const notes = [...(ways === '' ? [] : [ways]), ...(when === undefined ? [] : [`符合 ${JSON.stringify(when)}`])]
  return `通知${people.join('、')}：${title}${notes.length === 0 ? '' : `（${notes.join('；')}）`}`
}
