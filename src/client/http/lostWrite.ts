import { notify } from '../notices.ts'

const key = 'http.lostWrite'

/**
 * Reloads the page. If a write was lost, the reloaded page says so.
 *
 * @param storage session storage, which belongs to this tab and survives the reload
 */
export function reloadPage(storage: Storage, isWriteLost: boolean): void {
  if (isWriteLost) storage.setItem(key, '1')
  window.location.reload()
}

/** Shows the notice once after the reload. */
export function tellLostWrite(storage: Storage): void {
  if (storage.getItem(key) === null) return
  storage.removeItem(key)
  notify.warning('登入已更新，剛才的作業沒有送出；已填寫的資料仍保留，請確認後再送出一次。')
}
