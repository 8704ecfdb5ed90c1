/**
 * Ends this process gracefully when the npm that started it is gone: `kill -9` of npm would otherwise leave the server alive, holding
 * port and data folder. Works because the scripts say `exec`, so that npm is the parent and not a shell.
 */
export function stayWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}
