/** Shell: the search field of the bar. What was typed is never sent in a path or query. */
import { useState } from 'preact/hooks'
import { goTo } from '../router.ts'
import { searchTarget } from './search_target.ts'

export function FindForm() {
  const [text, setText] = useState('')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    goTo(searchTarget(text))
    setText('')
  }
  return (
    <form class="find" role="search" onSubmit={submit}>
      <label class="hidden" for="search">
        Search
      </label>
      <input
        id="search"
        type="search"
        value={text}
        spellcheck={false}
        autocomplete="off"
        placeholder="Find an event or person"
        title="An event id, an email address, a phone number with +, or the id of a user, a device or an order"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}
