/** Functions: limits of one instance of each deployed function. The memory, the concurrency, V8's heap and the bytes of request bodies that it
 * takes at a time follow from each other here; the Pulumi program, the local stack, the cost estimate and the functions read them. */
import { limits } from './limits.ts'
import { translationLimits } from './translation/input.ts'
import { collectBodyBytes } from './web_source.ts'
import { webhookBodyBytes } from './webhook.ts'
import type { DrainedFunction } from './drain.ts'
import type { FunctionName } from './environment.ts'

/** Time in seconds for a function to answer a push: Pub/Sub's maximum. After it, Pub/Sub redelivers; a broken connection redelivers at once.
 * It is long because a push waits for memory while others with large bodies are served, and giving up counts as an attempt and slows the
 * subscription. https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.subscriptions */
export const ackDeadlineSeconds = 600

/** Time in seconds before the redelivery of a message in order, after which no request for it begins: a request ends within it. */
export const orderMarginSeconds = 35

/** Maximum number of requests that one instance of `forward` serves at a time. They mostly wait for third parties. The
 * quarter of them that may wait out a pause is more than a third party takes after it, and Cloud Run's maximum is 1,000.
 * https://cloud.google.com/run/docs/about-concurrency#maximum_concurrent_requests_per_instance */
export const forwardConcurrency = 800

/** Maximum size of a push: 10 MB of data in base64, and a hundred attributes, possibly escaped. */
export const pushBytes = 16 * 1024 * 1024

/** Maximum size of the body of a request to the console: definitions to save, and events to explain. */
export const consoleBodyBytes = 1_048_576

interface Instance {
  memoryMiB: number
  /** Maximum number of requests at a time. */
  concurrency: number
  timeoutSeconds: number
  /** Upper limit of instances, even if the settings allow more. */
  maxInstances?: number
  /** Bytes of the largest body; of a body that is read as a stream, the bytes whose memory it can take at most. */
  bodyBytes: number
  /** Bytes of memory for each byte of a body, from its arrival to the answer: the body, its parts and rows, and the requests made from them.
   * Measured with the most expensive JSON, `[{},{},…]`, where a request keeps its parsed values; else with characters of two bytes. Of `store`
   * and `forward`, with their largest load (below). */
  memoryPerByte: number
  /** As `memoryPerByte`, for the parsed values of one body at a time that are gone before the next body is parsed. Default: 0. */
  parsedPerByte?: number
  /** Further Node options. */
  nodeOptions?: string
}

/** A person or a producer waits for the answer. */
const asked = { memoryMiB: 1024, concurrency: 80, timeoutSeconds: 60 } as const

/** The timeout ends each request before Pub/Sub would redeliver its push. */
const pushed = { concurrency: 80, timeoutSeconds: ackDeadlineSeconds, bodyBytes: pushBytes } as const

/** The timeout leaves room for the eight minutes that a run works at a time. A run request is small. */
const running = {
  memoryMiB: 1024,
  concurrency: 8,
  timeoutSeconds: 540,
  bodyBytes: pushBytes,
  memoryPerByte: 40,
} as const

/** One instance of each function. docs/operations.md shows the same numbers. */
export const instances: Readonly<Record<FunctionName, Instance>> = {
  ingest: { ...asked, bodyBytes: limits.requestBytes, memoryPerByte: 12, parsedPerByte: 40 },
  // A body of 100 MB takes minutes and 250 MB, whatever follows. The quota of a new project is 40 GiB for the instances of a function in a
  // region. https://cloud.google.com/run/quotas
  translate: {
    memoryMiB: 2048,
    concurrency: 6,
    timeoutSeconds: 540,
    maxInstances: 10,
    bodyBytes: translationLimits.wholeCharacters,
    memoryPerByte: 26,
    // Early garbage collection halves the memory of a stream of millions of rows and costs a tenth of the speed.
    // https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
    nodeOptions: '--max-semi-space-size=4',
  },
  // Whole bodies are held in memory until their signature is checked.
  hook: {
    memoryMiB: 1024,
    concurrency: 16,
    timeoutSeconds: 60,
    bodyBytes: webhookBodyBytes,
    memoryPerByte: 56,
  },
  // Its instances are the ceiling of what the public can make it cost.
  collect: {
    memoryMiB: 512,
    concurrency: 80,
    timeoutSeconds: 30,
    maxInstances: 2,
    bodyBytes: collectBodyBytes,
    memoryPerByte: 48,
  },
  // Of these two, the factor is the memory that the largest load leaves for each byte. The load: as many bodies as the budget takes, of 10, 6, 1 and
  // 0.3 MB, of one text, escapes, items, objects and lists with as many values as an event may have, with a small body of `[{},{},…]` for each
  // other request, and half a second for each answer. With a young generation of 48 MiB, the peak of `store` was 370 MiB and that of `forward`, with
  // factor 14, 415 (VmHWM), and of their worker pools 424 and 395. Four subscriptions of messages of 10 MB at once took 496 of the pool of `store`.
  // test/storage/memory.test.ts repeats a part of it. V8's default young generation, which is used, takes up to 48 MiB more: with half of it, the
  // hundreds of requests that `forward` holds are copied so often that an event takes a third more CPU.
  // https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
  store: { ...pushed, memoryMiB: 512, memoryPerByte: 22 },
  forward: { ...pushed, memoryMiB: 704, concurrency: forwardConcurrency, memoryPerByte: 20 },
  console: { ...asked, memoryMiB: 512, bodyBytes: consoleBodyBytes, memoryPerByte: 48 },
  sync: running,
  // Concurrent events share one query, which costs the same for one event as for all of them.
  act: { ...running, concurrency: 250 },
  erase: running,
}

const mebibyte = 1_048_576

/** Memory in MiB of an instance that has served one request: Node, the code, and garbage that waits for its collection. */
const idleMiB = 140

/** Bytes of a body that Node reads before a function asks for it, and of a body that counts as small. */
export const smallBodyBytes = 8192
const unreadBytes = 65_536

/** Bytes of the data of a small push, in base64. */
export const smallDataBytes = (smallBodyBytes / 4) * 3

/** Values of large messages that `store` and `forward` hold at a time: those of two events with as many as an event may have. */
export const valuesAtATime = 2 * limits.valuesPerEvent

/** The bytes of request bodies that one instance takes at a time. */
export interface BodyLimits {
  /** Of bodies that are not small. At least one largest body. */
  bytes: number
  /** Kept for small bodies, which therefore never wait for large ones: enough for each request that the instance may serve. */
  smallBytes: number
  /** Maximum time in ms that a push waits for its share: half of the timeout, so that the rest is enough for its work. */
  waitMs: number
}

/** Returns the budget of a function:
 * memory = idle + concurrency × (unread + small × memoryPerByte) + largest body × parsedPerByte + bytes × memoryPerByte. */
export function bodyLimitsOf(name: FunctionName): BodyLimits {
  const {
    memoryMiB,
    concurrency,
    timeoutSeconds,
    bodyBytes,
    memoryPerByte,
    parsedPerByte = 0,
  } = instances[name]
  const smallBytes = concurrency * smallBodyBytes
  const free =
    (memoryMiB - idleMiB) * mebibyte -
    concurrency * unreadBytes -
    smallBytes * memoryPerByte -
    bodyBytes * parsedPerByte
  return {
    bytes: Math.floor(free / memoryPerByte),
    smallBytes,
    waitMs: timeoutSeconds * 500,
  }
}

/** Returns Node's options for a function. V8 would choose the limit of its heap by the memory, whatever the bodies need:
 * eleven sixteenths leave room for Node, the buffers outside the heap, and the young generation.
 * https://nodejs.org/api/cli.html#--max-old-space-sizesize-in-mib */
export function nodeOptionsOf(name: FunctionName): string {
  const { memoryMiB, nodeOptions } = instances[name]
  const heap = `--max-old-space-size=${(memoryMiB * 11) / 16}`
  return nodeOptions === undefined ? heap : `${heap} ${nodeOptions}`
}

/** One instance of a worker pool that drains subscriptions. */
interface DrainInstance {
  cpu: number
  memoryMiB: number
  /** Maximum number of messages of one subscription that are pulled and not settled. A killed instance repeats as many. */
  messages: number
  /** Bytes of the messages of all subscriptions that are worked on at a time. */
  bytes: number
}

/** Memory in MiB for answers to pulls that are being read, of up to 14 MB each. */
const pulledMiB = 64

/** Memory in MiB beyond that of the function: several subscriptions of `store` may each have read answers of large messages. */
const furtherMiB = { store: 64, forward: 0 } as const

/** Returns the instance of a function's worker pool. Its bytes follow from the memory of the function, as those of request bodies do. */
export function drainInstanceOf(name: DrainedFunction): DrainInstance {
  const { memoryMiB, memoryPerByte } = instances[name]
  return {
    cpu: 1,
    memoryMiB: memoryMiB + furtherMiB[name],
    messages: { store: 3000, forward: 1500 }[name],
    bytes: Math.floor(((memoryMiB - idleMiB - pulledMiB) * mebibyte) / memoryPerByte),
  }
}
