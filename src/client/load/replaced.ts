import { useEffect, useState } from 'react'

/** Said where code is missing because the server has a newer version: what was fetched with the page does not fit it any more. */
export const replacedText = '系統已更新，這個部分須以新版載入。請先送出或記下未完成的內容，再重新整理畫面。'

/**
 * True when the server has another version than this page: a build replaces the files of the one before, so code that the page has not
 * fetched yet never comes, however often it is asked for.
 */
export async function isReplaced(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (own === null || own === undefined) return false
  try {
    const answer = await fetch(window.location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } })
    return answer.ok && !(await answer.text()).includes(`"${own}"`)
  } catch {
    return false
  }
}

/** {@link isReplaced}, for a place whose code is missing. */
export function useReplaced(): boolean {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    let isGone = false
    void isReplaced().then((found) => !isGone && setKnown(found))
    return () => {
      isGone = true
    }
  }, [])
  return isKnown
}

const reloadedKey = 'reloadedFor'

/**
 * Loads the page again when the server has a newer version. Once for each version of the page: an answer that stays old, e.g. of a proxy,
 * must not make it load for ever.
 */
export async function reloadWhenReplaced(): Promise<void> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
  if (sessionStorage.getItem(reloadedKey) === own || !(await isReplaced())) return
  sessionStorage.setItem(reloadedKey, own)
  window.location.reload()
}
