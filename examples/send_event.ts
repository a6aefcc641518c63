// Sends one event that the compiler has checked: in place of content_name, contentName does not compile.
// npx sluice types view_content purchase --lang typescript > events.ts
import type { SluiceEvent } from './events.ts'

const { BASE, TOKEN } = process.env

async function send(event: SluiceEvent): Promise<string> {
  const response = await fetch(`${BASE}/v1/topics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.text()
}

const sent = await send({
  event_name: 'view_content',
  event_id: crypto.randomUUID(),
  user_id: 'u-1815',
  content_name: 'The Analytical Engine',
  content_type: 'article',
})
process.stdout.write(sent)
