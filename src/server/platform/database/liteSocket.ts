import { Duplex } from 'node:stream'

/** Sends bytes of the PostgreSQL wire protocol to an engine and resolves to the bytes it answers. */
export type SendProtocol = (bytes: Uint8Array) => Promise<Uint8Array>

/** First byte of the protocol's Terminate message. */
const terminateByte = 0x58

function simpleQuery(sqlText: string): Uint8Array {
  const text = Buffer.from(`${sqlText}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

/**
 * A fake socket: `pg` uses it like a connection to a server, and the bytes go to the embedded engine. Types, errors and parameters are
 * therefore the same for both databases. When a client closes, its open transaction and its settings are discarded too.
 */
export class LiteSocket extends Duplex {
  readonly #send: SendProtocol
  #hungUp: Promise<void> | undefined

  constructor(send: SendProtocol) {
    super()
    this.#send = send
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#forward(chunk, done)
  }

  /** Joins the messages that pg writes for one query, so that the engine is called only once. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#forward(Buffer.concat(chunks.map((part) => part.chunk)), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    void this.#hangUp().then(() => {
      this.push(null)
      done()
    })
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#hangUp().then(() => done(error))
  }

  #forward(bytes: Buffer, done: (error?: Error | null) => void): void {
    // Terminate is not forwarded, because the engine has a single session for all clients.
    if (bytes[0] === terminateByte) {
      done()
      return
    }
    this.#send(bytes).then((answer) => {
      if (!this.destroyed && answer.length > 0) this.push(Buffer.from(answer))
      done()
    }, done)
  }

  #hangUp(): Promise<void> {
    this.#hungUp ??= this.#send(simpleQuery('ROLLBACK'))
      .then(() => this.#send(simpleQuery('DISCARD ALL')))
      .then(
        () => undefined,
        // The engine has stopped; there is nothing to clean up.
        () => undefined,
      )
    return this.#hungUp
  }
}
