/** Platform: waits until new grants have propagated before it makes the resources that need them. */
import { setTimeout as wait } from 'node:timers/promises'
import { ResourceHook, type ResourceHookBinding } from '@pulumi/pulumi'

/** Time in ms for which a new grant may not be visible to all of Google's services. It rarely takes longer.
 * https://cloud.google.com/iam/docs/access-change-propagation */
export const propagationTime = 120_000

/** Age in ms up to which an environment is young: an earlier, interrupted update may have made grants just before. */
const youngFor = 1_800_000

interface PropagationPorts {
  /** Returns the milliseconds of a monotonic clock. */
  now: () => number
  /** Returns the milliseconds since 1970. */
  today: () => number
  wait: (ms: number) => Promise<unknown>
}

/** Tracks when grants were made and how long they still take to propagate. An update without new grants does not wait, except in a young
 * environment. */
export class GrantClock {
  #newest = Number.NEGATIVE_INFINITY
  readonly #ports: PropagationPorts
  readonly #start: number

  constructor(ports: PropagationPorts) {
    this.#ports = ports
    this.#start = ports.now()
  }

  /** In a young environment, assumes that an earlier update made grants just before this one started. `createdAt` is the RFC 3339 creation time
   * of a resource that is as old as the first grants. */
  noteEnvironment(createdAt: string): void {
    if (this.#ports.today() - Date.parse(createdAt) < youngFor)
      this.#newest = Math.max(this.#newest, this.#start)
  }

  /** Records that a grant was made now. */
  note(): void {
    this.#newest = this.#ports.now()
  }

  /** Resolves once the newest grant has propagated. */
  async known(): Promise<void> {
    const left = this.#newest + propagationTime - this.#ports.now()
    if (left > 0) await this.#ports.wait(left)
  }
}

/** The hooks for the resource option `hooks`: a grant uses `grant` or `gate`, a resource that needs the grants uses `user`.
 * https://www.pulumi.com/docs/iac/concepts/options/hooks/ */
export class GrantPropagation {
  /** For a grant: records the time at which it was made. */
  readonly grant: ResourceHookBinding
  /** For a resource that needs these grants: it is made or changed after they have propagated. */
  readonly user: ResourceHookBinding
  /** For a grant that every dependent resource needs: it is complete only after it has propagated. */
  readonly gate: ResourceHookBinding

  /** Records the age of the environment. */
  readonly noteEnvironment: (createdAt: string) => void

  /** `name` distinguishes the hooks of this set of grants. */
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
