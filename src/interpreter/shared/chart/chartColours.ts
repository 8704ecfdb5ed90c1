import type { Tone } from '../../../language/documents/vocabulary.ts'
import './chartColours.css'

/** Number of colours in `chartColours.css` (`--chart-1` …); with more parts they begin again. */
export const colourCount = 10

/** Names of the colours of tones. Blue, amber and grey are those of the charts themselves. */
const toneNames: Readonly<Record<Tone, string>> = {
  primary: '--chart-1',
  secondary: '--chart-other',
  success: '--chart-success',
  warning: '--chart-2',
  danger: '--chart-danger',
}

/** Colours that are told apart from those of all tones, for parts without a tone and for the second part of one. */
const besideTones = ['--chart-4', '--chart-7']

/**
 * The colours of all charts, from the theme. They are told apart by people who see no red, green or blue, and have a contrast of 3 to 1 to
 * what they lie on: a test computes both.
 */
export function chartColours(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): {
  readonly at: (index: number) => string
  readonly other: string
  /** The colours of parts with tones, none twice; null when there are not enough, so that the parts take those of their places. */
  readonly ofTones: (tones: readonly (Tone | undefined)[]) => readonly string[] | null
} {
  const named = (name: string) => style.getPropertyValue(name).trim() || '#666'
  return {
    at: (index) => named(`--chart-${(index % colourCount) + 1}`),
    other: named('--chart-other'),
    ofTones: (tones) => {
      const free = [...besideTones]
      const names = tones.map((tone, index) => (tone !== undefined && tones.indexOf(tone) === index ? toneNames[tone] : free.shift()))
      const isToned = tones.some((tone) => tone !== undefined)
      return isToned && !names.includes(undefined) ? names.map((name) => named(name ?? '')) : null
    },
  }
}
