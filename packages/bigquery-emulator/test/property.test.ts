/** Properties of the BigQuery emulator: every statement is answered in time, errors have a location, and only its tables are read. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mutator } from './support/mutations.ts'
import { project, rows } from './support/server.ts'
import { randomFrom, seed } from '../../shared/test/random.ts'
import { recordAsGenerated } from './support/generated_statements.ts'

const statements = 4000
/** One of this many statements runs. The others are dry runs. */
const oneRunsOf = 4
const concurrency = 8
const patienceMs = 60_000
/** Statements that could change the tables of the others. They are dry runs. */
const changes = /CREATE|DROP|ALTER|TRUNCATE|INSERT|UPDATE|DELETE|MERGE/i
const secret = 'the canary sings'

interface Corpus {
  setup: string[]
  queries: { sql: string; pre?: string }[]
}

interface ErrorAnswer {
  error?: { message: string; errors: { reason: string }[] }
}

/** Returns a statement for messages, with long repetitions cut. */
function shortened(statement: string): string {
  return JSON.stringify(statement.replaceAll(/(.{1,10}?)\1{20,}/gs, '$1$1$1…').slice(0, 2000))
}

describe(`GoogleSQL (SEED=${seed} repeats these statements)`, () => {
  recordAsGenerated()
  let dir: string
  let child: ChildProcess
  let url: string
  let network: Server
  let connections = 0
  const canary = (): string => join(dir, 'canary', 'canary.csv')

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-property-'))
    await mkdir(join(dir, 'canary'))
    await writeFile(canary(), `${secret}\n`)
    network = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await once(network.listen(0, '127.0.0.1'), 'listening')
    const serverProgram = fileURLToPath(new URL('support/killable_server.ts', import.meta.url))
    child = spawn(process.execPath, [serverProgram, join(dir, 'data')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CANARY: secret },
    })
    const [chunk] = (await once(child.stdout!, 'data')) as [Buffer]
    url = chunk.toString().trim()
    await rows(url, 'CREATE SCHEMA ds')
  })
  after(async () => {
    child.kill('SIGKILL')
    network.close()
    await rm(dir, { recursive: true, force: true })
  })

  interface Answered {
    status: number
    text: string
  }
  const ask = async (query: string, dryRun: boolean): Promise<Answered> => {
    const response = await fetch(`${url}/projects/${project}/queries`, {
      method: 'POST',
      body: JSON.stringify({ query, useLegacySql: false, dryRun, maxResults: 100 }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, text: await response.text() }
  }

  /** Returns what is wrong with a response, or undefined. */
  const complaint = ({ status, text }: Answered, dryRun: boolean): string | undefined => {
    if (text.includes(secret)) return 'contains the secret'
    if (status === 200) return undefined
    const { error } = JSON.parse(text) as ErrorAnswer
    const { message = '', errors = [] } = error ?? {}
    if (status >= 500) return `answered ${status}: ${message}`
    if (message.startsWith('This query is not supported'))
      return `was compiled to SQL DuckDB refuses: ${message}`
    // Errors without a location in BigQuery: a missing table, and a query that is too large to plan.
    const hasNone = errors[0]?.reason === 'notFound' || message.includes('query is too complex')
    return dryRun && !hasNone && !/ at \[\d+:\d+\]$/.test(message)
      ? `was refused without a place: ${message}`
      : undefined
  }

  it('answers every statement with a result or an error with a location', async () => {
    const corpus = JSON.parse(
      await readFile(new URL('support/corpus.json', import.meta.url), 'utf8'),
    ) as Corpus
    const inDataset = (sql: string): string => sql.replaceAll('${DATASET}', `${project}.ds`)
    for (const statement of corpus.setup) await rows(url, inDataset(statement))
    const all = corpus.queries.flatMap(({ sql, pre }) => [sql, ...(pre === undefined ? [] : [pre])])
    const address = `http://127.0.0.1:${(network.address() as AddressInfo).port}/x.csv`
    const mutations = mutator(randomFrom(seed), all.map(inDataset), canary(), address)
    const complaints: string[] = []
    let accepted = 0
    let left = statements
    const lane = async (): Promise<void> => {
      while (left-- > 0) {
        const statement = mutations.next()
        const dryRun = left % oneRunsOf !== 0 || changes.test(statement)
        const answered = await ask(statement, dryRun).catch((error: unknown) => String(error))
        const wrong =
          typeof answered === 'string' ? `was not answered: ${answered}` : complaint(answered, dryRun)
        if (wrong !== undefined) complaints.push(`${shortened(statement)} ${wrong}`)
        else if ((answered as Answered).status === 200) accepted++
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    assert.deepEqual(complaints, [])
    assert.ok(accepted > statements / 100, `only ${accepted} statements were good`)
    assert.equal(child.exitCode, null)
  })

  it('neither reads nor writes any file or address but its own', async () => {
    assert.equal(connections, 0)
    assert.deepEqual(await readdir(join(dir, 'canary')), ['canary.csv'])
    assert.deepEqual(await rows(url, 'SELECT 1'), [['1']])
  })
})
