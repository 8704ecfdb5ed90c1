/** What nobody sees and no form means: control characters but line ends and tabs, and signs that are ignored or turn the direction of text. */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2066-\u2069]/gu

/** Kept: line ends and tabs; the choice of a glyph, as in names with a rare character. */
const kept = /[\t\n\v\f\r\u0085\p{Variation_Selector}]/u

/** Zero-width joiner and non-joiner. */
const joiner = /[\u200c\u200d]/u

/** Signs that a joiner joins: parts of an emoji, letters of scripts that are written connected. Between others it only hides. */
const joined = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}\p{Script=Syriac}]$/u

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/u
const rareBreaks = /[\v\f\u0085\u2028\u2029]/gu

/** A text as people see it. Two names that look the same shall be the same, and none may turn what stands beside it in a list. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, (sign, place: number) => {
    if (kept.test(sign)) return sign
    return joiner.test(sign) && joined.test(text.slice(Math.max(0, place - 2), place)) ? sign : ''
  })
}

/** For a field of one line: pasted lines and cells become words of it. */
export function asOneLine(text: string): string {
  const seen = withoutUnseen(text)
  if (!breaks.test(seen)) return seen
  return seen
    .split(breaks)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** For a field of several lines: line ends of other programs become usual ones, the rest stays. */
export function asLines(text: string): string {
  return withoutUnseen(text).replace(rareBreaks, '\n')
}
