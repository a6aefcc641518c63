/** `npm run bench [name …]`: prints ratios to a baseline measured in the same run; all of them unless named. */
import { benchBigquery } from './bigquery.ts'
import { benchBus } from './bus.ts'
import { benchColdStart } from './cold_start.ts'
import { benchConsole } from './console.ts'
import { benchDelivery } from './delivery.ts'
import { benchIsolation } from './isolation.ts'
import { benchIngest } from './ingest.ts'
import { benchLinkage } from './linkage.ts'
import { benchReplay } from './replay.ts'
import { benchMemory, benchStore } from './store.ts'
import { benchSync } from './sync.ts'
import { benchTranslate } from './translate.ts'
import { benchWriter } from './writer.ts'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  cold_start: benchColdStart,
  ingest: benchIngest,
  store: benchStore,
  memory: benchMemory,
  writer: benchWriter,
  isolation: benchIsolation,
  bus: benchBus,
  linkage: benchLinkage,
  delivery: benchDelivery,
  bigquery: benchBigquery,
  console: benchConsole,
  translate: benchTranslate,
  sync: () => benchSync(),
  replay: benchReplay,
}

const names = process.argv.slice(2)
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const bench = benches[name]
  if (!bench) {
    console.error(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}.`)
    process.exit(1)
  }
  console.log(`\n${name}`)
  await bench()
}
