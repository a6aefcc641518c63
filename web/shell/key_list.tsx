/** Shell: lists the shortcuts of the keyboard, and turns single keys off. */
import { useEffect, useRef } from 'preact/hooks'
import { Checkbox } from '../parts/inputs.tsx'
import { areKeysOn, isKeyListOpen, shortcuts, turnKeys } from './keys.ts'

export function KeyList() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = isKeyListOpen.value
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      class="panel keys"
      aria-labelledby="keys"
      onClose={() => (isKeyListOpen.value = false)}
    >
      <h2 id="keys">Keyboard shortcuts</h2>
      <dl class="facts">
        {shortcuts.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label="Single keys act" isChecked={areKeysOn.value} onChange={turnKeys} />
      <p class="muted">They never act while you type.</p>
      <div class="below">
        <button type="button" onClick={() => (isKeyListOpen.value = false)}>
          Close
        </button>
      </div>
    </dialog>
  )
}
