/** Posts one event with Node's fetch. Exits with an error if it is not accepted. */
const { BASE, TOKEN } = process.env

const response = await fetch(`${BASE}/v1/topics/view_content`, {
  method: 'POST',
  headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
  body: JSON.stringify({ user_id: 'u-1815', content_name: 'The Analytical Engine', content_type: 'article' }),
})
const answer = await response.text()
if (!response.ok) throw new Error(`${response.status}: ${answer}`)
console.log(answer)
