import './chartColours.css'

/** Number of colours in `chartColours.css` (`--chart-1` …); with more parts they begin again. */
const colourCount = 7

/**
 * The colours of all charts, from the theme. They are told apart by people who see no red, green or blue, and have a contrast of 3 to 1 to
 * what they lie on: a test computes both.
 */
export function chartColours(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): {
  readonly at: (index: number) => string
  readonly other: string
} {
  const named = (name: string) => style.getPropertyValue(name).trim() || '#666'
  return { at: (index) => named(`--chart-${(index % colourCount) + 1}`), other: named('--chart-other') }
}
