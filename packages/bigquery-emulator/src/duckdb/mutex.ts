/** Mutex: runs one task at a time, in the order of the calls. */

export class Mutex {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs the task after every earlier one has succeeded or failed. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }
}
