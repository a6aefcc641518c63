/** Bench `ingest`: CPU per event of the front door, compared with a functions-framework handler that forwards the body to the same Pub/Sub
 * unread. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFunctions } from '../infra/build/index.ts'
import { view_content } from '../schemas/events/index.ts'
import { compare } from './compare.ts'
import { environmentOf } from './environment.ts'
import { startGoogle } from './google.ts'
import { pick, type Scale } from './scale.ts'
import { startSubject } from './subject.ts'

/** A minimal gateway. The producer must send the envelope, because this handler does not make one. */
function handOver(undici: string): string {
  return `
const { Pool } = require(${JSON.stringify(undici)})
const bus = new Pool('http://' + process.env.PUBSUB_EMULATOR_HOST, { connections: 128 })
exports.handOver = async (request, response) => {
  const { authorization } = request.headers
  const headers = { authorization, 'content-type': 'application/json' }
  const path = '/v1/projects/bench/topics/view_content:publish'
  const answer = await bus.request({ method: 'POST', path, headers, body: request.rawBody })
  response.status(answer.statusCode).type('application/json').send(await answer.body.text())
}`
}

export async function benchIngest(scale: Scale): Promise<void> {
  const google = await startGoogle()
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await buildFunctions({ outDir: join(dir, 'dist'), minify: true })
  await writeFile(join(dir, 'hand_over.js'), handOver(createRequire(import.meta.url).resolve('undici')))

  const event = JSON.stringify(view_content.examples[0])
  const envelope = JSON.stringify({ messages: [{ data: Buffer.from(event).toString('base64') }] })
  const request = {
    path: '/v1/topics/view_content',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ya29.bench' },
    expected: 200,
    env: environmentOf('ingest', google, { ALLOWED_ORIGINS: '', TOPICS: 'events', DERIVED_FIELDS: '{}' }),
  }
  const handedOver = await startSubject({
    ...request,
    name: 'functions-framework handing over',
    target: 'handOver',
    source: join(dir, 'hand_over.js'),
    body: () => envelope,
  })
  const ingest = await startSubject({
    ...request,
    name: 'ingest',
    target: 'ingest',
    source: join(dir, 'dist/ingest'),
    body: () => event,
  })

  await compare(ingest, handedOver, pick(scale, [1, 64], [8]), scale)
  await Promise.all([handedOver.stop(), ingest.stop(), google.stop(), rm(dir, { recursive: true })])
}
