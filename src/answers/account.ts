import type { Challenge } from 'altcha-lib/types'
import Type from 'typebox'
import { FieldTexts, refusal } from './refusals.ts'
import { type AnswerOf, filteredElsewhere, listOf, mapOf, orNull, Whole, wordOf } from './shapes.ts'

/** `POST /connect/token` */
export const Tokens = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  /** Seconds. */
  expires_in: Whole,
  token_type: wordOf('Bearer'),
})
export type Tokens = AnswerOf<typeof Tokens>

/** A refused sign-in, in the words of OAuth; `err` is shown: a number counts wrong passwords, a text is shown as it is (specification 8). */
const TokenError = Type.Object({
  error: wordOf('invalid_grant', 'invalid_client', 'invalid_request', 'unsupported_grant_type'),
  err: Type.String(),
})
export type TokenError = AnswerOf<typeof TokenError>

/** `POST /connect/token`, refused: in its own words, or at a field as everywhere (the captcha). */
export const tokenRefusal = {
  description: '登入失敗：error、err，或各欄位的文字',
  content: { ...refusal.content, 'application/json': { schema: Type.Union([TokenError, FieldTexts]) } },
} as const

/** `GET /api/account/captcha`; `kind` says who will check the browser's answer. */
export const CaptchaChallenge = Type.Union([
  Type.Object({
    kind: Type.Literal('proof'),
    lifeSeconds: Whole,
    challenge: filteredElsewhere<Challenge>('ALTCHA 的題目，整份簽章'),
  }),
  Type.Object({ kind: Type.Literal('recaptcha'), siteKey: Type.String() }),
  Type.Object({ kind: Type.Literal('off') }),
])
export type CaptchaChallenge = AnswerOf<typeof CaptchaChallenge>

const menuItem = { displayName: Type.String(), uri: Type.String(), matIcon: Type.String() }
const MenuItem = Type.Object(menuItem)
/** An item of the side menu (specification, section 3). */
export type MenuItem = AnswerOf<typeof MenuItem>

const MenuGroup = Type.Object({ ...menuItem, subFunctions: listOf(MenuItem) })
export type MenuGroup = AnswerOf<typeof MenuGroup>

/** `GET /api/account/users/me/functions`: the menu, cut to the user. */
export const Menu = listOf(MenuGroup)

/** A line of the tree of permissions: one that others name as parent is a group, the key of any other is a permission. */
const PermissionNode = Type.Object({ key: Type.String(), value: Type.String(), parentKey: orNull(Type.String()) })
export type PermissionNode = AnswerOf<typeof PermissionNode>

/** `GET /api/account/permissions` */
export const PermissionTree = listOf(PermissionNode)

/** What is wrong with a row of an import file; `message` without the row's number. */
export const RowError = Type.Object({ row: Whole, message: Type.String() })
export type RowError = AnswerOf<typeof RowError>

/** `POST /api/account/createUsers` */
export const CreatedUsers = Type.Object({ count: Whole })

/** `POST /api/account/importUsers`: the rows as they were read, for the call that creates them. */
export const CheckedUsers = Type.Object({
  rows: listOf(mapOf(filteredElsewhere<unknown>('檔案中的值；欄位限於匯入範例的欄位'))),
  errors: listOf(RowError),
  count: Whole,
  /** Method and path of that call. */
  next: Type.String(),
})
