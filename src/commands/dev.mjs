// npm run dev: the server restarts when its files change, and the browser gets changed modules without a reload.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureDeps } from './lib/ensureDeps.mjs'
import { assertNodeVersion, CommandError, fail, root, say } from './lib/project.mjs'
import { toolFile } from './lib/run.mjs'
import { stayWithParent } from './lib/stayWithParent.mjs'

/** The server listens on the port after the one that users open; Vite forwards its calls. */
const serverPortOffset = 1

/** @param {number} port */
function startServer(port) {
  const env = { ...process.env, PORT: String(port + serverPortOffset), PUBLIC_URL: `http://localhost:${port}` }
  const args = [toolFile('tsx'), 'watch', '--clear-screen=false', '--exclude', './schemas/**', 'src/server/main.ts']
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** @param {number} port */
async function startVite(port) {
  const { createServer } = await import('vite')
  const target = `http://127.0.0.1:${port + serverPortOffset}`
  const proxied = Object.fromEntries(['/api', '/connect', '/healthz', '/readyz', '/metrics'].map((path) => [path, target]))
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'mpa',
    server: { port, strictPort: true, host: process.env.HOST ?? '127.0.0.1', proxy: proxied },
  })
  await vite.listen()
  return vite
}

try {
  assertNodeVersion()
  await ensureDeps('product')
  const port = Number(process.env.PORT ?? 8080)
  const vite = await startVite(port).catch((error) => {
    throw /is already in use/.test(String(error)) ? new CommandError(`連接埠 ${port} 已被其他程式使用。(port in use)`) : error
  })
  const server = startServer(port)
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await vite.close()
    await ended
    process.exit(0)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void stop())
  stayWithParent()
  say(`開發模式：http://localhost:${port}`)
} catch (error) {
  fail(error)
}
