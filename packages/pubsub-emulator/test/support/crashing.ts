/** Test support: an embedded Pub/Sub in a process that is killed and restarted on the same directory. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess, type Process } from './process.ts'
import { Session } from './session.ts'

export class Crashing {
  readonly dir: string
  running: Process
  readonly #sessions: Session[] = []

  private constructor(dir: string, running: Process) {
    this.dir = dir
    this.running = running
  }

  /** Starts on an empty directory. */
  static async start(): Promise<Crashing> {
    const dir = await mkdtemp(join(tmpdir(), 'pubsub-'))
    return new Crashing(dir, await startProcess(dir))
  }

  /** Opens a session with the current process. */
  open(): Session {
    const session = new Session(this.running.target)
    this.#sessions.push(session)
    return session
  }

  /** Kills the process, runs `meanwhile`, which can change the directory, restarts the process and opens a session. */
  async crash(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<Session> {
    await this.running.kill()
    await meanwhile()
    this.running = await startProcess(this.dir)
    return this.open()
  }

  /** Returns the paths of the log files, oldest first. */
  async logs(): Promise<string[]> {
    const names = await readdir(this.dir)
    return names
      .filter((name) => name.startsWith('log-'))
      .toSorted()
      .map((name) => join(this.dir, name))
  }

  async close(): Promise<void> {
    await this.running.kill()
    for (const session of this.#sessions) await session.leave()
    await rm(this.dir, { recursive: true })
  }
}
