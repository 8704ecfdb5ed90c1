import { expect, it } from 'vitest'
import { changeOf } from './changeOf.ts'

it.each([
  [150, 100, 'up', '增加 50.0%'],
  [50, 100, 'down', '減少 50.0%'],
  [-50, -100, 'up', '增加 50.0%'],
  [5, 0, 'up', '增加'],
  [-5, 0, 'down', '減少'],
  [3, 3, 'none', '與前期相同'],
  [null, 3, 'none', '這段期間還沒有資料'],
  [null, null, 'none', '沒有資料'],
  [3, null, 'none', '沒有可比較的前期'],
] as const)('%s after %s is said in words', (value, before, direction, text) =>
  expect(changeOf(value, before)).toEqual({ direction, text }),
)
