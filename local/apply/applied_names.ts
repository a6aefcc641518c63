/** Local stack: reads the names of the topics and subscriptions that the last start made. */
import { readFile } from 'node:fs/promises'

/** Returns the names in the file; none if there is no file, or if it is damaged, which a line of `log` says. */
export async function readAppliedNames(
  file: string,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  const names = parsed(text)
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  log(
    `${file} is damaged and is written again. Topics and subscriptions that the program no longer has stay until you delete them.`,
  )
  return []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
