import { expect, it } from 'vitest'
import { HttpProblem, type HttpProblemKind } from '../http/problem.ts'
import { failureOf } from './loadFailure.ts'

const problem = (status: number, kind: HttpProblemKind = 'text') => new HttpProblem({ kind, status, code: null, text: `text ${status}` })

it('offers another try only where it can help', () => {
  const offered = [0, 400, 403, 404, 409, 429, 500, 503].filter((status) => failureOf(problem(status)).canRetry)
  expect(offered).toEqual([0, 409, 429, 500, 503])
  expect(failureOf(new TypeError('x is undefined'))).toMatchObject({ text: '資料載入失敗，請稍後再試。', canRetry: true })
})
