/** `scarce`: only what is essential is written. `full`: nothing is. */
export type StorageLevel = 'roomy' | 'scarce' | 'full'

/** Below this, writes are refused; above it is what a checkpoint and the sessions of those who read still need. */
export const scarceBytes = 128 * 1024 * 1024
/** Below this not even sessions are written: the engine itself needs space to end what it has begun. */
const fullBytes = 32 * 1024 * 1024
/** After a "disk full" error no write is tried for this long. */
const restMs = 2000

/** What is known of the space that the database has; asked before every transaction. */
export class StorageState {
  #level: StorageLevel = 'roomy'
  #restsUntil = 0

  get level(): StorageLevel {
    return Date.now() < this.#restsUntil ? 'full' : this.#level
  }

  get isWritable(): boolean {
    return this.level === 'roomy'
  }

  /** Takes the free bytes of the disk with the database, where this process can see that disk. */
  noteFreeBytes(bytes: number): void {
    if (bytes < fullBytes) this.#level = 'full'
    else this.#level = bytes < scarceBytes ? 'scarce' : 'roomy'
  }

  /** The database had no space to write: nothing is tried for a while. For a database on another machine this is the only sign. */
  noteRefusal(): void {
    this.#restsUntil = Date.now() + restMs
  }
}
