/** Thrown by a task when its input is wrong; the text is for the user who sent the input. Any other error of a task is a defect of ours. */
export class TaskRefusal extends Error {
  /** @param {string} text zh-TW */
  constructor(text) {
    super(text)
    this.name = 'TaskRefusal'
  }
}
