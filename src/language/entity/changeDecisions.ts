import type { ChangeDecision } from '../../rules/waitingChange.ts'
import type { Entity } from '../documents/entity.ts'
import type { Predicate } from '../documents/predicate.ts'
import type { Tone } from '../documents/vocabulary.ts'

/** The fields in which a record keeps that a change waits, and who asked for it. Conditions, filters and views use them. */
export const changeFields = { isWaiting: 'hasPendingChange', maker: 'changeSubmittedBy' } as const

/**
 * The field by which an edit form asks when a change takes effect, at the earliest today. It belongs to the change and is stored with it, never
 * with the record; an entity need not have it.
 */
export const changeDateField = 'changeEffectiveDate'

/** The permission to decide on changes of others, as the last part of a permission. */
export const approvePermission = 'approve'

interface DecisionButton {
  readonly label: string
  /** Action part of the permission. */
  readonly permission: string
  readonly guard: Predicate
  readonly tone: Tone
  readonly confirm?: string
  readonly input?: NonNullable<NonNullable<Entity['transitions']>[string]['input']>
}

const isWaiting = { [`row.${changeFields.isWaiting}`]: { eq: true } }
const isOwn = { [`row.${changeFields.maker}`]: { eq: { path: 'user.userName' } } }
const ofOthers = { ...isWaiting, $not: isOwn } as Predicate

/**
 * The buttons with which changes of `x-approval` fields are decided on, for entities without a table. Areas with tables have actions of
 * their own for it.
 */
export const decisionButtons: { readonly [Name in ChangeDecision]: DecisionButton } = {
  approveChange: {
    label: '核准變更',
    permission: approvePermission,
    guard: ofOthers,
    tone: 'success',
    confirm: '確定要核准嗎？',
  },
  rejectChange: {
    label: '退回變更',
    permission: approvePermission,
    guard: ofOthers,
    tone: 'danger',
    input: {
      title: '請輸入退回原因',
      properties: { rejectReason: { type: 'string', title: '退回原因', minLength: 1, maxLength: 200 } },
      required: ['rejectReason'],
    },
  },
  withdrawChange: {
    label: '撤回變更',
    permission: 'edit',
    guard: { ...isWaiting, ...isOwn } as Predicate,
    tone: 'warning',
    confirm: '確定要撤回待審的變更嗎？',
  },
}

/** The fields of an entity whose changes wait for a second person. */
export function approvedFields({ properties = {} }: Partial<Pick<Entity, 'properties'>>): readonly string[] {
  return Object.keys(properties).filter((name) => properties[name]?.['x-approval'] === true)
}

/** True for a field of an entity that says when a change takes effect. */
export function isChangeDate(entity: Partial<Pick<Entity, 'table' | 'properties'>>, field: string): boolean {
  return field === changeDateField && decidesChanges(entity)
}

/** True for an entity whose waiting changes are decided on by the buttons of this file. */
export function decidesChanges(entity: Partial<Pick<Entity, 'table' | 'properties'>>): boolean {
  return entity.table === undefined && approvedFields(entity).length > 0
}
