/** `scarce`: only what is essential is written. `full`: nothing is. */
export type StorageLevel = 'roomy' | 'scarce' | 'full'

/** Below this, writes are refused; above it is what a checkpoint and the sessions of those who read still need. */
export const scarceBytes = 128 * 1024 * 1024
/** Below this not even sessions are written: the engine itself needs space to end what it has begun. */
const fullBytes = 32 * 1024 * 1024
/** After the database said that it has no space: how long it is left alone before a write may try again. */
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

  /** What the disk said, where it can be seen. */
  noteFreeBytes(bytes: number): void {
    if (bytes < fullBytes) this.#level = 'full'
    else this.#level = bytes < scarceBytes ? 'scarce' : 'roomy'
  }

  /** The database could not write for want of space. Where its disk cannot be seen this is all there is to know. */
  noteRefusal(): void {
    this.#restsUntil = Date.now() + restMs
  }
}
