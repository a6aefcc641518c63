/** A promise that is settled from outside. Node 20 lacks `Promise.withResolvers`. */
export interface Deferred<Value> {
  promise: Promise<Value>
  resolve: (value: Value | PromiseLike<Value>) => void
  reject: (reason: unknown) => void
}

/** Returns a pending promise with the functions that settle it. */
export function createDeferred<Value>(): Deferred<Value> {
  let resolve!: Deferred<Value>['resolve']
  let reject!: Deferred<Value>['reject']
  const promise = new Promise<Value>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  return { promise, resolve, reject }
}
