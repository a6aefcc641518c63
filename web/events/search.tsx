/** Events: the search field. Decides by the shape of the text what is searched, and never sends it in an address. */
import { useState } from 'preact/hooks'
import { eventLink, goTo } from '../router.ts'
import { personLink } from './rows.ts'

/** UUIDs, and the ids that Sluice derives. A person's id of this shape is found from the event's page. */
const eventIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function SearchForm({ value = '' }: { value?: string }) {
  const [text, setText] = useState(value)
  const [kind, setKind] = useState('any')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted === '') return goTo('/console/events')
    const isEvent = kind === 'event' || (kind === 'any' && eventIdPattern.test(wanted))
    goTo(isEvent ? eventLink({ event_id: wanted }) : personLink(wanted))
  }
  return (
    <form class="search" role="search" onSubmit={submit}>
      <label class="hidden" for="search">
        Search
      </label>
      <input
        id="search"
        type="search"
        value={text}
        spellcheck={false}
        autocomplete="off"
        placeholder="Event id, user id, anonymous id, email or phone"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <label class="hidden" for="search-kind">
        Search for
      </label>
      <select id="search-kind" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
        <option value="any">By its form</option>
        <option value="event">An event id</option>
        <option value="person">A person</option>
      </select>
      <button type="submit" class="primary">
        Search
      </button>
    </form>
  )
}
