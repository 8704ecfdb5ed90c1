import Type from 'typebox'
import { type AnswerOf, listOf, wordOf } from './shapes.ts'

const Role = Type.Object({ code: Type.String(), name: Type.String() })

const Line = Type.Object({
  kind: wordOf('screen', 'field', 'action'),
  uri: Type.String(),
  /** Title of the screen. */
  screen: Type.String(),
  /** Of the field or action; '' for the screen itself. */
  name: Type.String(),
  title: Type.String(),
  /** In the order of the roles. */
  cells: listOf(wordOf('all', 'own', 'nothing', 'shown', 'masked', 'allowed', 'none')),
  /** Of a field, in the order of the roles: with which forms they fill it in. */
  fills: Type.Optional(listOf(wordOf('both', 'create', 'edit', 'never'))),
})

/** `GET /api/account/role_matrix` */
export const RoleMatrix = Type.Object({ roles: listOf(Role), lines: listOf(Line) })
export type RoleMatrix = AnswerOf<typeof RoleMatrix>
