import { formats } from '../../rules/formats.ts'
import type { ValueFormat } from '../documents/vocabulary.ts'

/** The check of every format in the language. A format without a check does not compile. */
export const formatChecks = formats satisfies Record<ValueFormat, (text: string) => boolean>
