/** `scarce`: only essential rows are written. `full`: nothing is written. */
export type StorageLevel = 'roomy' | 'scarce' | 'full'

/** Below this many free bytes, writes are refused. The rest is needed by checkpoints and by the sessions of users who only read. */
export const scarceBytes = 128 * 1024 * 1024
/** Below this many free bytes not even sessions are written, because the engine needs space to finish what it has begun. */
const fullBytes = 32 * 1024 * 1024
/** For this long after a "disk full" error, no write is tried. */
const restMs = 2000

/** What is known about the free space of the database. It is asked before every transaction. */
export class StorageState {
  #level: StorageLevel = 'roomy'
  #restsUntil = 0

  get level(): StorageLevel {
    return Date.now() < this.#restsUntil ? 'full' : this.#level
  }

  get isWritable(): boolean {
    return this.level === 'roomy'
  }

  /** Sets the free bytes of the database's disk, when this process can see that disk. */
  noteFreeBytes(bytes: number): void {
    if (bytes < fullBytes) this.#level = 'full'
    else this.#level = bytes < scarceBytes ? 'scarce' : 'roomy'
  }

  /**
   * Notes that the database had no space, so that no write is tried for a while. For a database on another machine this is the only sign.
   */
  noteRefusal(): void {
    this.#restsUntil = Date.now() + restMs
  }
}
