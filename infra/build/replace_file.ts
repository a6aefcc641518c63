/** Build: replaces a file atomically: a concurrent reader gets the old text or the new, never a part. */
import { rename, writeFile } from 'node:fs/promises'

export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, text)
  await rename(temporary, file)
}
