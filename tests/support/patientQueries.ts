// Before each file of tests. Queries that wait (`findBy…`, `waitFor`) wait as long as a busy machine needs; nothing here is timed.
export {}

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 30_000 })
}
