#!/usr/bin/env node
/** Command line: `npx sluice <verb>`. */
import { enableCompileCache } from 'node:module'

// Caches compiled code for the next command. Only modules that are loaded after this call are cached.
enableCompileCache()
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
