/** Delivery: the places for events that wait inside their pushes, shared fairly by all destinations of an instance. */

/** The place of one event that waits for its request. */
export interface Place {
  /** Resolves when the place is lost: to another destination, or because the instance ends. The event must then not be sent. */
  readonly lost: Promise<void>
  readonly isLost: boolean
  /** Gives the place back. It cannot be lost afterwards. */
  leave: () => void
}

export interface WaitingRoom {
  /** Returns undefined if there is no place for an event of this size. One that is larger than the room needs all of it. Events with the same
   * `page` share one place: they are one push, of `bytes` together. */
  enter: (destination: string, bytes: number, page?: object) => Place | undefined
  /** All waiting events lose their places, and no event gets one from now on. */
  close: () => void
}

interface Seat {
  bytes: number
  /** What tells each event of the seat that it has lost its place. */
  holders: Set<() => void>
}

/** The waiting events of one destination, oldest first. */
interface Share {
  seats: Set<Seat>
  bytes: number
}

/** Takes the place from all events that have it. */
function take({ holders }: Seat): void {
  for (const lose of holders) lose()
  holders.clear()
}

/** A destination alone may use the whole room. When it is full, a destination that has a smaller share of it gets the newest place of
 * the one with the largest, until they are equal. So a throttled destination never keeps another one out. */
export function createWaitingRoom({
  maxEvents,
  maxBytes,
}: {
  maxEvents: number
  maxBytes: number
}): WaitingRoom {
  const shares = new Map<string, Share>()
  const seatsOfPages = new WeakMap<object, Seat>()
  let events = 0
  let bytes = 0
  let isOpen = true

  const sizeOf = ({ seats, bytes: held }: Share): number => Math.max(seats.size / maxEvents, held / maxBytes)

  const remove = (destination: string, share: Share, seat: Seat): void => {
    if (!share.seats.delete(seat)) return
    share.bytes -= seat.bytes
    events--
    bytes -= seat.bytes
    if (share.seats.size === 0) shares.delete(destination)
  }

  const isSeated = (destination: string, seat: Seat): boolean =>
    shares.get(destination)?.seats.has(seat) === true

  const hasRoom = (size: number): boolean => events < maxEvents && bytes + size <= maxBytes

  /** Takes a place from the destination with the largest share, if that remains larger than `wanted`. */
  const makeRoom = (wanted: number): boolean => {
    let largest: [string, Share] | undefined
    for (const each of shares) if (!largest || sizeOf(each[1]) > sizeOf(largest[1])) largest = each
    if (!largest || sizeOf(largest[1]) <= wanted) return false
    const seat = Array.from(largest[1].seats).at(-1)!
    remove(...largest, seat)
    take(seat)
    return true
  }

  const sit = (destination: string, seatBytes: number): Seat | undefined => {
    const size = Math.min(seatBytes, maxBytes)
    const own = shares.get(destination)
    const wanted = Math.max(((own?.seats.size ?? 0) + 1) / maxEvents, ((own?.bytes ?? 0) + size) / maxBytes)
    while (!hasRoom(size)) if (!makeRoom(wanted)) return undefined
    const share = shares.get(destination) ?? { seats: new Set(), bytes: 0 }
    shares.set(destination, share)
    const seat: Seat = { bytes: size, holders: new Set() }
    share.seats.add(seat)
    share.bytes += size
    events++
    bytes += size
    return seat
  }

  return {
    enter: (destination, eventBytes, page) => {
      if (!isOpen) return undefined
      const taken = page && seatsOfPages.get(page)
      const seat = taken && isSeated(destination, taken) ? taken : sit(destination, eventBytes)
      if (!seat) return undefined
      if (page) seatsOfPages.set(page, seat)
      const { promise, resolve } = Promise.withResolvers<void>()
      let isLost = false
      const lose = (): void => {
        isLost = true
        resolve()
      }
      seat.holders.add(lose)
      return {
        lost: promise,
        get isLost() {
          return isLost
        },
        leave: () => {
          const share = shares.get(destination)
          if (seat.holders.delete(lose) && seat.holders.size === 0 && share) remove(destination, share, seat)
        },
      }
    },
    close: () => {
      isOpen = false
      for (const { seats } of shares.values()) seats.forEach(take)
      shares.clear()
    },
  }
}
