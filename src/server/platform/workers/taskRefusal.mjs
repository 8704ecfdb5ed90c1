/** What a task throws when its input is at fault; its text is for the person who sent it. Every other error of a task is ours. */
export class TaskRefusal extends Error {
  /** @param {string} text zh-TW */
  constructor(text) {
    super(text)
    this.name = 'TaskRefusal'
  }
}
