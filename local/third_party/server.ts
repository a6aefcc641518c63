/** Third-party recorder: serves the control paths, records all other requests and answers them by the active rules. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { refusalAtDoor } from '../../packages/shared/src/index.ts'
import { Answers } from './answers.ts'
import { createControl } from './control.ts'
import { RequestJournal } from './journal.ts'
import { LiveStream } from './live_stream.ts'
import { ListMembers } from './members.ts'
import { Recorder } from './recorder.ts'
import { createReceiver } from './receiver.ts'
import { RefreshTokens } from './refresh_tokens.ts'

interface ThirdPartyOptions {
  /** 0 picks a free port. */
  port: number
  /** Folder that keeps the recorded requests across restarts. Default: they are only in memory. */
  dir?: string
}

export interface ThirdParty {
  /** `http://127.0.0.1:port`: the page, and what destinations use as their base URL. */
  url: string
  close(): Promise<void>
}

/** Starts the recorder on the loopback interface. */
export async function serveThirdParty({ port, dir }: ThirdPartyOptions): Promise<ThirdParty> {
  const { journal, earlier } = dir === undefined ? {} : await RequestJournal.open(dir)
  const recorder = new Recorder(earlier)
  const members = new ListMembers(earlier)
  const answers = new Answers()
  const control = createControl({
    recorder,
    answers,
    members,
    stream: new LiveStream(recorder, answers),
    journal,
  })
  const receive = createReceiver({
    recorder,
    answers,
    members,
    refreshTokens: new RefreshTokens(dir),
    journal,
  })

  const server = createServer((request, response) => {
    const refusal = refusalAtDoor(request)
    if (refusal) {
      response.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(`${refusal.message}\n`)
      return
    }
    const served = control(request, response) ?? receive(request, response)
    served.catch((error: Error) => {
      // A sender that disconnects is normal; any other error is a warning.
      if (!response.closed && !request.errored) process.emitWarning(error)
      response.destroy()
    })
  })
  return {
    url: `http://127.0.0.1:${await listen(server, port)}`,
    async close() {
      const closed = once(server.close(), 'close')
      server.closeAllConnections()
      await closed
      await journal?.close()
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
