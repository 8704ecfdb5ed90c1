// Runs before each test file. Waiting queries (`findBy…`, `waitFor`) get the time that a busy machine needs, because nothing here is
// measured.
export {}

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 30_000 })
}
