// Runs before each test file. Waiting queries (`findBy…`, `waitFor`) get the time that a busy machine needs, because nothing here is
// measured. They ask again and again, and a query that finds nothing prints the whole page into its error: while they wait, nobody reads
// it, and of the last error they print the page themselves.
export {}

const patienceMs = 30_000

if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react')
  const isWaiting = () => {
    const config: object = getConfig()
    return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
  }
  // Files of one worker share the library.
  const { asyncUtilTimeout, getElementError } = getConfig()
  if (asyncUtilTimeout !== patienceMs)
    configure({
      asyncUtilTimeout: patienceMs,
      getElementError: (message, container) =>
        isWaiting() ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }) : getElementError(message, container),
    })
}
