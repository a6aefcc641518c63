/** Bench `translate`: peak memory of the deployed function while it takes a large CSV, and its rows per CPU-second as a ratio to those of
 * csv-parse, which does nothing but split rows. `node bench/translate.ts [megabytes]`, 100 unless told. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildFunctions } from '../infra/build.ts'
import { streamingNodeOptions } from '../schemas/environment.ts'
import { startGoogle } from './google.ts'
import { installPeers } from './peers.ts'
import { median, rateLine } from './report.ts'
import { csv, serveGoogle } from './translate_case.ts'

const rounds = 5
const megabytesARound = 8
/** What the function may take of the machine, in MiB. */
const mostMemory = 256

/** A body, and how many rows it has without its header. */
interface Body {
  parts: readonly Buffer[]
  rows: number
}

const bodyOf = (megabytes: number): Body => {
  const count = { rows: 0 }
  const parts = [...csv(megabytes * 2 ** 20, count)]
  return { parts, rows: count.rows }
}

/** The function in a process of its own. */
interface Subject {
  /** Takes a body; gives CPU seconds. */
  take: (body: Body) => Promise<number>
  /** Most memory that it ever had, in MiB. */
  peak: () => Promise<number>
  stop: () => Promise<void>
}

const startSubject = async (source: string): Promise<Subject> => {
  const [google, bus] = await Promise.all([startGoogle(), serveGoogle()])
  const framework = fileURLToPath(
    new URL('main.js', import.meta.resolve('@google-cloud/functions-framework')),
  )
  const meter = fileURLToPath(new URL('meter.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', meter, framework, '--target=translate', `--source=${source}`],
    {
      env: {
        ...google.env,
        PUBSUB_EMULATOR_HOST: bus.host,
        BIGQUERY_EMULATOR_HOST: `http://${bus.host}`,
        NODE_OPTIONS: streamingNodeOptions,
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const cpu = async (): Promise<number> => {
    child.send('usage')
    const [told] = (await once(child, 'message')) as [{ cpu: number }]
    return told.cpu / 1e6
  }
  return {
    take: async ({ parts, rows }) => {
      const [before, publishedBefore] = [await cpu(), bus.published()]
      const asked = request({
        port,
        method: 'POST',
        path: '/v1/translators/bench_orders',
        headers: { authorization: 'Bearer ya29.bench', 'content-type': 'text/csv' },
      })
      Readable.from(parts).pipe(asked)
      const [response] = (await once(asked, 'response')) as [Readable & { statusCode: number }]
      const { accepted } = (await json(response)) as { accepted: number }
      const seconds = (await cpu()) - before
      if (response.statusCode !== 200 || accepted !== rows || bus.published() - publishedBefore !== rows)
        throw new Error(`${accepted} of ${rows} rows were accepted (HTTP ${response.statusCode}).`)
      return seconds
    },
    peak: async () => {
      const [, peak] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))!
      return Number(peak) / 1024
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      bus.close()
      await google.stop()
    },
  }
}

interface CsvParse {
  parse: (options: object) => Duplex
}

/** CPU seconds that csv-parse takes to make objects of the rows. */
const parseAlone = async ({ parse }: CsvParse, { parts, rows }: Body): Promise<number> => {
  const before = process.cpuUsage()
  let count = 0
  const parser = Readable.from(parts).pipe(parse({ delimiter: ';', columns: true }))
  parser.on('data', () => count++)
  await once(parser, 'end')
  const { user, system } = process.cpuUsage(before)
  if (count !== rows) throw new Error(`csv-parse read ${count} of ${rows} rows.`)
  return (user + system) / 1e6
}

const compare = async (subject: Subject): Promise<void> => {
  const body = bodyOf(megabytesARound)
  const peers = await installPeers()
  const csvParse = peers?.load('csv-parse') as CsvParse | undefined
  const rates: [number, number][] = []
  for (let round = -1; round < rounds; round++) {
    const own = body.rows / (await subject.take(body))
    const alone = csvParse ? body.rows / (await parseAlone(csvParse, body)) : Number.NaN
    // The first round warms up.
    if (round >= 0) rates.push([own, alone])
  }
  await peers?.remove()
  if (csvParse)
    console.log(rateLine('rows per CPU-second', 'read, checked and published', 'csv-parse alone', rates))
  else console.log(`rows per CPU-second: ${Math.round(median(rates.map(([own]) => own)))}`)
}

export const benchTranslate = async (megabytes = 100): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await buildFunctions({ outDir: join(dir, 'dist'), minify: true })
  const subject = await startSubject(join(dir, 'dist/translate'))
  try {
    const body = bodyOf(megabytes)
    await subject.take(body)
    const peak = await subject.peak()
    console.log(
      `a CSV of ${megabytes} MiB, ${body.rows} rows: peak memory ${Math.round(peak)} MiB, the most allowed ${mostMemory}`,
    )
    if (peak > mostMemory) process.exitCode = 1
    await compare(subject)
  } finally {
    await subject.stop()
    await rm(dir, { recursive: true })
  }
}

if (import.meta.main) {
  await benchTranslate(Number(process.argv[2] ?? 100))
  process.exit()
}
