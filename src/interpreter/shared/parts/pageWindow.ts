/** Page-size options of the product (specification 9). */
export const pageSizes = [5, 10, 25, 50] as const

/** Page numbers (from 0) around the current one that the bar offers; `null` marks a gap. */
export function pageWindow(pageIndex: number, pageCount: number): readonly (number | null)[] {
  const reach = 2
  const last = pageCount - 1
  const shown = new Set([0, last])
  for (let page = pageIndex - reach; page <= pageIndex + reach; page += 1) {
    if (page >= 0 && page <= last) shown.add(page)
  }
  const pages = [...shown].filter((page) => page >= 0).sort((left, right) => left - right)
  return pages.flatMap((page, position) => {
    const previous = pages[position - 1]
    return previous !== undefined && page - previous > 1 ? [null, page] : [page]
  })
}

/** Number of pages; at least one, so that the bar always shows a page. */
export function pageCountOf(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize))
}
