/** Turns: one task at a time, in the order they came. */

export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs the task when every earlier one has ended, well or badly. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }
}
