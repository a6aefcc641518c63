/** CSV: parses text into rows of cells (RFC 4180: a quoted cell can contain line breaks and doubled quotes). */

export function parseCsv(text: string, delimiter: string): string[][] {
  const separator = delimiter === '\\t' || delimiter === 'tab' ? '\t' : delimiter
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = (): void => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') {
        cell += '"'
        i++
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[i + 1] === '\n') i++
      endRow()
    } else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
