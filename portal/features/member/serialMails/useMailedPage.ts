import { useState } from 'react'

const pageSize = 10

/** The shown page of sent mails, and its path. */
export function useMailedPage(settlementNo: string) {
  const [pageIndex, setPageIndex] = useState(0)
  const path = `/api/portal/settlements/${settlementNo}/serial_mails/${pageIndex}/${pageSize}`
  return { path, pageIndex, pageSize, setPageIndex }
}
