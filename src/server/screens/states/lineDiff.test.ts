import { describe, expect, it } from 'vitest'
import { createRandom } from '../../records/testing/random.ts'
import { countsOf, lineDiff } from './lineDiff.ts'

const shown = (before: string, after: string) => lineDiff(before, after).map(({ sign, text }) => `${sign}${text}`)

describe('lineDiff', () => {
  it.each<readonly [string, string, string, readonly string[]]>([
    ['equal texts', 'a\nb\n', 'a\nb\n', [' a', ' b']],
    ['a changed line', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
    ['an added line', 'a\nc\n', 'a\nb\nc\n', [' a', '+b', ' c']],
    ['a removed line', 'a\nb\nc\n', 'a\nc\n', [' a', '-b', ' c']],
    ['a new file', '', 'a\nb\n', ['+a', '+b']],
    ['a deleted file', 'a\n', '', ['-a']],
    ['two places', 'a\nb\nc\nd\ne\n', 'x\nb\nc\nd\ny\n', ['-a', '+x', ' b', ' c', ' d', '-e', '+y']],
  ])('shows %s', (_case, before, after, lines) => expect(shown(before, after)).toEqual(lines))

  it('both texts can be read from any difference, which has no line that both have in the same place', () => {
    const random = createRandom(5)
    const text = () => Array.from({ length: random.below(12) }, () => random.pick(['a', 'b', 'c', 'd'])).join('\n')
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [text(), text()]
      const diff = lineDiff(before, after)
      const side = (other: '-' | '+') => diff.filter(({ sign }) => sign !== other).map((line) => line.text)
      expect(side('+').join('\n')).toBe(before)
      expect(side('-').join('\n')).toBe(after)
      const common = commonLength(before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n'))
      expect(diff.filter(({ sign }) => sign === ' ')).toHaveLength(common)
      expect(countsOf(diff).added).toBe(side('-').length - common)
    }
  })
})

/** Length of the longest common subsequence, by the definition. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left
  const [other, ...others] = right
  if (first === undefined || other === undefined) return 0
  if (first === other) return 1 + commonLength(rest, others)
  return Math.max(commonLength(rest, right), commonLength(left, others))
}
