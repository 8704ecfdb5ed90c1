import { useEffect, useState } from 'react'

/** Said where code is missing because the server has a newer version: what was fetched with the page does not fit it any more. */
export const replacedText = '系統已更新，請先送出或記下未完成的內容，再重新整理畫面。'

/** The script that draws this page; its name has a hash of all code that it may fetch later. */
const ownScript = () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''

/**
 * True when the server has another version than this page: a build replaces the files of the one before, so code that the page has not
 * fetched yet never comes, however often it is asked for.
 */
export async function isReplaced(): Promise<boolean> {
  const own = ownScript()
  const none = () => own
  const page = await fetch(window.location.pathname, { cache: 'no-store' }).then((answer) => (answer.ok ? answer.text() : own), none)
  return !page.includes(own)
}

/** {@link isReplaced}, for a place whose code is missing. */
export function useReplaced(): boolean {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => void isReplaced().then(setKnown), [])
  return isKnown
}

const reloadedKey = 'reloadedFor'

/**
 * Loads the page again when the server has a newer version. Once for each version of the page: an answer that stays old, e.g. of a proxy,
 * must not make it load for ever.
 */
export async function reloadWhenReplaced(): Promise<void> {
  if (sessionStorage.getItem(reloadedKey) === ownScript() || !(await isReplaced())) return
  sessionStorage.setItem(reloadedKey, ownScript())
  window.location.reload()
}
