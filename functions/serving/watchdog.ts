/** Serving: ends a process whose event loop is blocked while requests are open. It could neither answer them nor receive SIGTERM; after its end
 * Pub/Sub and the callers try again, and another instance answers. */
import { Worker } from 'node:worker_threads'

/** Maximum CPU time in ms that the loop may be blocked. Far above what any event takes (tests measure milliseconds), and below the ack deadline. */
const usualMaxBlockedMs = 10_000

/** Interval of the beats of the loop and of the checks, in ms. Both are idle wakeups of microseconds. */
const intervalMs = 500

/** Places in the shared memory: the number of open requests, and of the turns that the loop has had. */
const places = { open: 0, beats: 1 } as const

interface WatchedThread {
  shared: Int32Array
  places: typeof places
  maxBlockedMs: number
  intervalMs: number
  message: string
}

/** Counts the open requests. */
export interface Watchdog {
  requestOpened: () => void
  requestClosed: () => void
}

/** Starts the watchdog of this process. It doesn't keep the process alive. Before it ends the process with SIGKILL, which callers and
 * Cloud Run see as exit code 137, it logs one entry without anything of the request.
 *
 * It measures CPU time of the process, not time: an instance without requests gets no CPU from Cloud Run for hours, and a laptop sleeps.
 * https://cloud.google.com/run/docs/configuring/billing-settings */
export function startWatchdog(maxBlockedMs: number = usualMaxBlockedMs): Watchdog {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const thread: WatchedThread = {
    shared,
    places,
    maxBlockedMs,
    intervalMs,
    message: 'the event loop was blocked, and the process ended itself',
  }
  // A function is one file, so the thread gets its code as text. The code uses nothing but its argument.
  new Worker(`(${watchThread.toString()})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: thread,
    // The options of the process may import files that are not for this thread, and its environment has secrets.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref()
  setInterval(() => void shared[places.beats]!++, intervalMs).unref()
  return {
    requestOpened: () => void shared[places.open]!++,
    requestClosed: () => void shared[places.open]!--,
  }
}

/** Runs in the thread: ends the process when the loop has had no turn for the CPU time while requests are open. */
function watchThread({ shared, places, maxBlockedMs, intervalMs, message }: WatchedThread): void {
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  let beats = -1
  let since = cpuMs()
  setInterval(() => {
    const used = cpuMs()
    if (shared[places.open] === 0 || shared[places.beats] !== beats) {
      beats = shared[places.beats]!
      since = used
      return
    }
    if (used - since < maxBlockedMs) return
    const entry = {
      severity: 'ERROR',
      message,
      cpu_seconds: Math.round((used - since) / 1000),
      open_requests: shared[places.open],
    }
    try {
      // The streams of this thread pass through the loop that is blocked.
      process.getBuiltinModule('node:fs').writeSync(2, `${JSON.stringify(entry)}\n`)
    } finally {
      process.kill(process.pid, 'SIGKILL')
    }
  }, intervalMs)
}
