/** `npm start`: the whole of Sluice on this machine. */
import { start } from './start.ts'

await start()
