import type { Tone } from '../../../language/documents/vocabulary.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'

/** One row of values along the axis of a chart, or the parts of a pie. */
export interface ChartSeries {
  readonly title: string
  readonly values: readonly number[]
  /** How the values are shown: its format decides about axis and decimals. */
  readonly column: ResolvedColumn
}

/** What a chart shows. */
export interface ChartContent {
  readonly type: 'bar' | 'line' | 'pie'
  /** Along the axis. */
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** Tones of the labels, for the parts of a pie, as their dictionary has them. */
  readonly tones?: readonly (Tone | undefined)[]
  /** Bars of one label stand on each other. */
  readonly isStacked?: boolean
  /** Bars lie, so that long labels can be read. */
  readonly isLying?: boolean
  /** Index of the part that stands for all others, which is grey: a label of a pie or of lying bars, otherwise a series. */
  readonly otherIndex?: number
  /** Writes a value for people. */
  readonly format: (value: number, column: ResolvedColumn) => string
}
