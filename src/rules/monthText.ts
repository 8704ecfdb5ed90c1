/** Month `yyyyMM` for people, like the labels of the dictionary Period: `2025年01月`. Anything else is returned unchanged. */
export function monthText(month: string): string {
  const match = /^(\d{4})(\d{2})$/.exec(month)
  return match ? `${match[1]}年${match[2]}月` : month
}
