/** Build: writes a file whole: whoever reads it meanwhile gets the old text or the new, never a part. */
import { rename, writeFile } from 'node:fs/promises'

export async function replaceFile(file: string, text: string): Promise<void> {
  const whole = `${file}.${process.pid}`
  await writeFile(whole, text)
  await rename(whole, file)
}
