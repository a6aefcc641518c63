/** Platform: gives new grants the time to be known to all of Google, before what cannot do without them is made. */
import { setTimeout as wait } from 'node:timers/promises'
import { ResourceHook, type ResourceHookBinding } from '@pulumi/pulumi'

/** For so long, in ms, a new grant may be unknown to some of Google's services; it has been longer, but seldom.
 * https://cloud.google.com/iam/docs/access-change-propagation */
export const propagationTime = 120_000

/** For so long, in ms, after an environment was begun, an earlier update may have made grants just before it stopped. */
const youngFor = 1_800_000

export interface PropagationPorts {
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** Milliseconds since 1970. */
  today: () => number
  wait: (ms: number) => Promise<unknown>
}

/** When grants were made in this run, and how long they still want. An update that makes none waits for nothing, except in an environment
 * that was begun a short while ago: an earlier update that stopped in the middle may have made grants just before. */
export class GrantClock {
  #newest = Number.NEGATIVE_INFINITY
  readonly #ports: PropagationPorts
  readonly #start: number

  constructor(ports: PropagationPorts) {
    this.#ports = ports
    this.#start = ports.now()
  }

  /** Takes grants of an earlier update for as new as they can be, the age of this one, if the environment is young. `createdAt` is the time,
   * RFC 3339, at which Google made a resource of the environment that is as old as its first grants. */
  noteEnvironment(createdAt: string): void {
    if (this.#ports.today() - Date.parse(createdAt) < youngFor)
      this.#newest = Math.max(this.#newest, this.#start)
  }

  note(): void {
    this.#newest = this.#ports.now()
  }

  /** Resolves once the newest grant can be relied on. */
  async known(): Promise<void> {
    const left = this.#newest + propagationTime - this.#ports.now()
    if (left > 0) await this.#ports.wait(left)
  }
}

/** What goes by grants binds `user`, those grants bind `grant`: as the option `hooks`, which the engine calls while it works.
 * https://www.pulumi.com/docs/iac/concepts/options/hooks/ */
export class GrantPropagation {
  /** For a grant: the time at which it was made is noted. */
  readonly grant: ResourceHookBinding
  /** For what goes by these grants: it is made, or changed, once they are known. */
  readonly user: ResourceHookBinding
  /** For a grant that everything goes by: nothing begins before it is known. */
  readonly gate: ResourceHookBinding

  /** Notes how old the environment is. */
  readonly noteEnvironment: (createdAt: string) => void

  /** `name` tells these grants from others of the program. */
  constructor(
    name: string,
    ports: PropagationPorts = { now: () => performance.now(), today: Date.now, wait },
  ) {
    const clock = new GrantClock(ports)
    this.noteEnvironment = (createdAt) => clock.noteEnvironment(createdAt)
    const note = new ResourceHook(`${name}-note-grant`, () => clock.note())
    const known = new ResourceHook(`${name}-await-grants`, () => clock.known())
    this.grant = { afterCreate: [note] }
    this.user = { beforeCreate: [known], beforeUpdate: [known] }
    this.gate = { afterCreate: [note, known] }
  }
}
