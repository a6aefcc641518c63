/** Chaos: `npm run chaos [-- --seeds 10 --events 20000 --seed 1 --drain]` runs each seed and ends with an error that names the first seed that breaks a
 * promise. Figures are printed for each seed. */
import { parseArgs } from 'node:util'
import { mochaGlobalSetup as build } from '../support/built.ts'
import { runChaos } from './run.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    events: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '2' },
    'function-kills': { type: 'string', default: '6' },
    drain: { type: 'boolean', default: false },
  },
})

const [seeds, events, first, kills, functionKills] = [
  values.seeds,
  values.events,
  values.seed,
  values.kills,
  values['function-kills'],
].map(Number) as [number, number, number, number, number]

await build()
for (let seed = first; seed < first + seeds; seed++) {
  const begun = performance.now()
  try {
    const verdict = await runChaos({
      seed,
      events,
      kills,
      functionKills,
      isDrained: values.drain,
      print: console.log,
    })
    const seconds = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(
      `seed ${seed}: 0 lost, 0 before stored, 0 unexplained, in ${seconds} s. ${JSON.stringify(verdict)}`,
    )
  } catch (error) {
    console.error(error)
    console.error(
      `seed ${seed} broke a promise. Again: npm run chaos -- --seeds 1 --seed ${seed} --events ${events}${values.drain ? ' --drain' : ''}`,
    )
    process.exit(1)
  }
}
process.exit()
