import type { ApiError } from '../../platform/errors.ts'

/** What is wrong with a cell, with the heading of its column: in a file of many columns the text alone does not tell which. */
export function cellText(title: string | undefined, text: string): string {
  return title === undefined || text.includes(title) ? text : `${title}：${text}`
}

/** All that a refusal says about a row. @param titleOf the heading of a field; undefined for what is no column */
export function rowText({ body }: ApiError, titleOf: (field: string) => string | undefined): string {
  if (typeof body === 'string') return body
  const texts = Object.entries(body).map(([path, text]) => cellText(titleOf(path.split('.')[0] ?? path), text))
  return [...new Set(texts)].join('、')
}
