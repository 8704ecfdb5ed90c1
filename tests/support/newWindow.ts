// Runs before each test file. Files of one worker share its window and its modules: each begins with what it would find in a new one.
export {}

if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  for (const part of [document.head, document.body]) part.replaceChildren()
  for (const part of [document.documentElement, document.body]) for (const { name } of [...part.attributes]) part.removeAttribute(name)
  history.replaceState(null, '', '/')
  const { waitingNotices } = await import('../../src/client/notices.ts')
  waitingNotices.forget()
}
