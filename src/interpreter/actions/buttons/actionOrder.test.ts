import { describe, expect, it } from 'vitest'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { arrangeRowActions, inOrderOfWeight } from './actionOrder.ts'

const action = (name: string, tone: ResolvedAction['tone']) => ({ name, tone }) as ResolvedAction
const namesOf = (actions: readonly ResolvedAction[]) => actions.map(({ name }) => name)

const view = action('view', 'secondary')
const edit = action('edit', 'primary')
const approve = action('approve', 'success')
const stop = action('stop', 'warning')
const end = action('end', 'danger')
const history = action('history', 'secondary')

describe('actions', () => {
  it('actions that end something come last, those that stop something before them', () => {
    expect(namesOf(inOrderOfWeight([end, view, stop, edit]))).toEqual(['view', 'edit', 'stop', 'end'])
  })

  it.each([
    ['the step that the record waits for', [view, edit, end, approve], 'approve', ['view', 'edit', 'end']],
    ['a change before a look', [view, stop, edit, history], 'edit', ['view', 'history', 'stop']],
    ['a look where nothing else is harmless', [stop, view, end], 'view', ['stop', 'end']],
  ])('actions of a row show %s', (_what, actions, main, rest) => {
    const arranged = arrangeRowActions(actions)
    expect([arranged.main?.name, namesOf(arranged.rest)]).toEqual([main, rest])
  })

  it('actions of a row are all in its menu when each does harm', () => {
    expect(arrangeRowActions([end, stop])).toEqual({ main: null, rest: [stop, end] })
  })
})
