/** Local stack: makes a text for the terminal from a line that a function logs for an alert of the health check. */

interface AlertLine {
  alert: string
  summary: string
  example_event_id: string
  command: string
}

function isAlert(entry: unknown): entry is AlertLine {
  const { alert, summary, command } = (entry ?? {}) as Partial<AlertLine>
  return [alert, summary, command].every((text) => typeof text === 'string')
}

/** Removes characters that control a terminal: a name in a summary comes from a producer. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}

/** Returns the text; undefined for any other line. */
export function alertText(line: string): string | undefined {
  const start = line.indexOf('{')
  if (start === -1) return undefined
  let entry: unknown
  try {
    entry = JSON.parse(line.slice(start))
  } catch {
    return undefined
  }
  if (!isAlert(entry)) return undefined
  const { alert, summary, example_event_id: example, command } = entry
  return [
    `\nALERT ${alert}: ${plain(summary)}`,
    ...(example === '' ? [] : [`  Example event_id: ${plain(example)}`]),
    `  ${alert === 'volume' ? 'To find the cause' : 'After the cause is fixed'}: ${plain(command)}`,
    `  What it means: docs/operations.md#${alert}\n`,
  ].join('\n')
}
