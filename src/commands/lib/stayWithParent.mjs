/**
 * Ends this process in an orderly way when the npm that started it is gone. Otherwise `kill -9` of npm would leave the server running, with
 * its port and data folder. It works because the scripts use `exec`, so that npm is the parent and not a shell.
 */
export function stayWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}
