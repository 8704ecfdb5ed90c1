import { describe, expect, it } from 'vitest'
import { shopScreen } from '../form/testScreens.ts'
import { answerLines } from './answerLines.ts'

describe('answerLines', () => {
  it('names what is a field of the screen by its title, anything else by its own name', () => {
    expect(answerLines({ name: '信義店', path: '/api', headers: { a: 1 } }, shopScreen)).toEqual([
      { name: 'name', title: '名稱', text: '信義店' },
      { name: 'path', title: 'path', text: '/api' },
      { name: 'headers', title: 'headers', text: '{\n  "a": 1\n}' },
    ])
  })

  it('shows a single value as the result', () => {
    expect(answerLines(12, shopScreen)).toEqual([{ name: '', title: '結果', text: '12' }])
  })
})
