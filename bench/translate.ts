/** Bench `translate`: peak memory of the deployed function for a large CSV, and its rows per CPU second, compared with csv-parse, which only splits
 * rows. `node bench/translate.ts [megabytes]`. Default: 100. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Duplex } from 'node:stream'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildFunctions } from '../infra/build/index.ts'
import { nodeOptionsOf } from '../schemas/instance.ts'
import { environmentOf } from './environment.ts'
import { startGoogle } from './google.ts'
import { installPeers } from './peers.ts'
import { kill, messageOf } from './process.ts'
import { median, rateLine } from './report.ts'
import { pick, rounds, scaleOfArguments, type Scale } from './scale.ts'
import { csv, serveGoogle } from './translate_case.ts'

/** Goal: maximum memory of the function, in MiB. */
const mostMemory = 256

/** A body, and its number of rows without the header. */
interface Body {
  parts: readonly Buffer[]
  rows: number
}

function bodyOf(megabytes: number): Body {
  const count = { rows: 0 }
  const parts = [...csv(megabytes * 2 ** 20, count)]
  return { parts, rows: count.rows }
}

/** The function in a separate process. */
interface Subject {
  /** Sends a body. Resolves to CPU seconds. */
  take: (body: Body) => Promise<number>
  /** Peak memory in MiB. */
  peak: () => Promise<number>
  stop: () => Promise<void>
}

async function startSubject(source: string): Promise<Subject> {
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
        ...environmentOf('translate', google, { ALLOWED_ORIGINS: '' }),
        NODE_OPTIONS: nodeOptionsOf('translate'),
        PUBSUB_EMULATOR_HOST: bus.host,
        BIGQUERY_EMULATOR_HOST: `http://${bus.host}`,
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const { port } = await messageOf<{ port: number }>(child, 'translate')
  const cpu = async (): Promise<number> => {
    const usage = messageOf<{ cpu: number }>(child, 'translate')
    if (child.connected) child.send('usage')
    return (await usage).cpu / 1e6
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
      await kill(child)
      bus.close()
      await google.stop()
    },
  }
}

interface CsvParse {
  parse: (options: object) => Duplex
}

/** Returns the CPU seconds of csv-parse for converting the rows to objects. */
async function parseAlone({ parse }: CsvParse, { parts, rows }: Body): Promise<number> {
  const before = process.cpuUsage()
  let count = 0
  const parser = Readable.from(parts).pipe(parse({ delimiter: ';', columns: true }))
  parser.on('data', () => count++)
  await once(parser, 'end')
  const { user, system } = process.cpuUsage(before)
  if (count !== rows) throw new Error(`csv-parse read ${count} of ${rows} rows.`)
  return (user + system) / 1e6
}

async function compare(subject: Subject, scale: Scale): Promise<void> {
  const body = bodyOf(pick(scale, 8, 1))
  const peers = await installPeers(scale)
  const csvParse = peers?.load('csv-parse') as CsvParse | undefined
  const rates: [number, number][] = []
  // The first round is a warm-up.
  for (const counts of rounds(scale, 5)) {
    const own = body.rows / (await subject.take(body))
    const alone = csvParse ? body.rows / (await parseAlone(csvParse, body)) : Number.NaN
    if (counts) rates.push([own, alone])
  }
  await peers?.remove()
  if (csvParse)
    console.log(rateLine('rows per CPU second', 'read, checked and published', 'csv-parse alone', rates))
  else console.log(`rows per CPU second: ${Math.round(median(rates.map(([own]) => own)))}`)
}

export async function benchTranslate(scale: Scale, megabytes = pick(scale, 100, 1)): Promise<void> {
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
    await compare(subject, scale)
  } finally {
    await subject.stop()
    await rm(dir, { recursive: true })
  }
}

if (import.meta.main) {
  await benchTranslate(scaleOfArguments(), Number(process.argv[2] ?? 100))
  process.exit()
}
