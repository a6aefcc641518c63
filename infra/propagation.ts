/** Platform: gives new grants the time to be known to all of Google, before what cannot do without them is made. */
import { setTimeout as wait } from 'node:timers/promises'
import { ResourceHook, type ResourceHookBinding } from '@pulumi/pulumi'

/** For so long, in ms, a new grant may be unknown to some of Google's services; it has been longer, but seldom.
 * https://cloud.google.com/iam/docs/access-change-propagation */
export const propagationTime = 120_000

export interface PropagationPorts {
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

/** When grants were made in this run, and how long they still want. An update that makes none waits for nothing. */
export class GrantClock {
  #newest = Number.NEGATIVE_INFINITY
  readonly #ports: PropagationPorts

  constructor(ports: PropagationPorts) {
    this.#ports = ports
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
export class Propagation {
  /** For a grant: the time at which it was made is noted. */
  readonly grant: ResourceHookBinding
  /** For what goes by these grants: it is made, or changed, once they are known. */
  readonly user: ResourceHookBinding
  /** For a grant that everything goes by: nothing begins before it is known. */
  readonly gate: ResourceHookBinding

  /** `name` tells these grants from others of the program. */
  constructor(name: string, ports: PropagationPorts = { now: () => performance.now(), wait }) {
    const clock = new GrantClock(ports)
    const note = new ResourceHook(`${name}-note-grant`, () => clock.note())
    const known = new ResourceHook(`${name}-await-grants`, () => clock.known())
    this.grant = { afterCreate: [note] }
    this.user = { beforeCreate: [known], beforeUpdate: [known] }
    this.gate = { afterCreate: [note, known] }
  }
}
