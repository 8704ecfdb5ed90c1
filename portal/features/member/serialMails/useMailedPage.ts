import { useState } from 'react'

const pageSize = 10

/** Which page of what was mailed is shown, and where it is read. */
export function useMailedPage(settlementNo: string) {
  const [pageIndex, setPageIndex] = useState(0)
  const path = `/api/portal/settlements/${settlementNo}/serial_mails/${pageIndex}/${pageSize}`
  return { path, pageIndex, pageSize, setPageIndex }
}
