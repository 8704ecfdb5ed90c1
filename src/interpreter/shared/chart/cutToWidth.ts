/** As much of a text as fits, with an ellipsis where something is missing. @param widthOf of a text as it would be drawn */
export function cutToWidth(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const letters = [...text]
  let kept = letters.length - 1
  while (kept > 1 && widthOf(`${letters.slice(0, kept).join('')}…`) > width) kept -= 1
  return `${letters.slice(0, kept).join('')}…`
}
