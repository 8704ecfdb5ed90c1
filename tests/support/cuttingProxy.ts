import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What to cut: the first statement with `at` on a connection that has sent `after` since its transaction began (both are parts of a
 * statement's text).
 */
export interface Cut {
  readonly after: string
  readonly at: string
  /** `answer`: the server executes the statement, but its answer is lost. `request`: the server never gets it. */
  readonly lost: 'answer' | 'request'
}

export interface CuttingProxy {
  readonly port: number
  /** Cuts one connection, once; resolves when it has. */
  cutNext(cut: Cut): Promise<void>
  close(): Promise<void>
}

interface ArmedCut extends Cut {
  done(): void
}

const isReadyForQuery = (bytes: Buffer) =>
  bytes.length >= 6 && bytes[bytes.length - 6] === 'Z'.charCodeAt(0) && bytes[bytes.length - 2] === 5

/** Parses the messages of a PostgreSQL client (protocol 3.0, "Message Formats" in its manual), as far as statements are concerned. */
class StatementReader {
  #rest: Buffer = Buffer.alloc(0)
  #isStarted = false
  readonly #named = new Map<string, string>()

  /** Texts of the statements that are run by these bytes. */
  read(chunk: Buffer): readonly string[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const texts: string[] = []
    for (;;) {
      // The first message has no type.
      const typeLength = this.#isStarted ? 1 : 0
      if (this.#rest.length < typeLength + 4) return texts
      const length = typeLength + this.#rest.readInt32BE(typeLength)
      if (this.#rest.length < length) return texts
      const message = this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      if (this.#isStarted) texts.push(...this.#textOf(String.fromCharCode(message[0] ?? 0), message.subarray(5)))
      this.#isStarted = true
    }
  }

  #textOf(type: string, body: Buffer): readonly string[] {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'P') this.#named.set(first, second)
    if (type === 'Q') return [first]
    return type === 'B' ? [this.#named.get(second) ?? ''] : []
  }
}

/** A proxy between a server of the product and PostgreSQL that cuts connections at the worst moment. */
export async function startCuttingProxy(databasePort: number): Promise<CuttingProxy> {
  let armed: ArmedCut | null = null
  const sockets = new Set<Socket>()

  const serve = (client: Socket) => {
    const database = connect(databasePort, '127.0.0.1')
    const reader = new StatementReader()
    let said: string[] = []
    let losing: ArmedCut | null = null
    const end = () => {
      client.destroy()
      database.destroy()
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    client.on('data', (chunk) => {
      for (const text of reader.read(chunk)) {
        said = text === 'begin' ? [] : [...said, text]
        const cut = armed
        if (cut && text.includes(cut.at) && said.some((each) => each.includes(cut.after))) {
          armed = null
          losing = cut
        }
      }
      if (losing?.lost !== 'request') return database.write(chunk)
      losing.done()
      return end()
    })
    database.on('data', (chunk) => {
      if (losing === null) return client.write(chunk)
      // When it is ready for the next query, it has committed.
      if (!isReadyForQuery(chunk)) return undefined
      losing.done()
      return end()
    })
  }

  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cutNext: (cut) =>
      new Promise((resolve) => {
        armed = { ...cut, done: resolve }
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
