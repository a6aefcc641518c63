/** Local stack: stops a running stack on SIGINT or SIGTERM, and then ends the process. */

export function endOnSignal(close: () => Promise<void>): void {
  let closing = false
  const end = async (): Promise<void> => {
    if (closing) process.exit(1)
    closing = true
    console.log('\nFinishing the requests in flight … (press Ctrl-C again to stop at once)')
    await close()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
}
