import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it.each([
  [{ editable: { 'row.statuss': { eq: '1' } } }, 'unknown-field /editable/row.statuss status'],
  [{ editable: { 'form.status': { eq: '1' } } }, 'wrong-root /editable/form.status'],
  [
    { deletable: { $any: [{ 'row.status': { eq: '1' } }, { 'user.name': { eq: 'a' } }] } },
    'unknown-field /deletable/$any/1/user.name userName',
  ],
  [{ editable: { 'row.status': { eq: { path: 'row.stat' } } } }, 'unknown-field /editable/row.status/eq/path status'],
  [{ editable: { 'row.status.x': { eq: '1' } } }, 'unknown-field /editable/row.status.x'],
  [{ editable: { row: { empty: true } } }, 'unknown-field /editable/row'],
  [{ editable: { 'row.status': { eq: 1 } } }, 'wrong-type /editable/row.status/eq'],
  [{ editable: { 'row.points': { in: [1, '2'] } } }, 'wrong-type /editable/row.points/in/1'],
  [{ editable: { 'row.tags': { eq: 'a' } } }, 'test-not-for-type /editable/row.tags/eq'],
  [{ editable: { 'row.status': { has: '1' } } }, 'test-not-for-type /editable/row.status/has'],
  [{ editable: { 'row.status': { in: ['1', '8'] } } }, 'unknown-option /editable/row.status/in/1'],
])('finds the mistake in %j', (changes, expected) => expect(findings({ entity: changes })).toContain(expected))

it('accepts every root where it is known', () =>
  expect(
    findings({
      entity: {
        when: {
          area: {
            visible: {
              'form.kind': { eq: '1' },
              'row.status': { ne: '2' },
              'user.userType': { eq: '1' },
              'now.date': { gt: '2026-01-01' },
            },
          },
        },
      },
    }),
  ).toEqual([]))
