/** Creator, step 1: accepts the raw text and shows the detected format. */
import { useEffect, useId, useState } from 'preact/hooks'
import type { TranslationInput } from '../../schemas/translation.ts'
import { count, withCount } from '../parts/format.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { fileName, detection, given, longestText, samples, source, startText, sourceText } from './source.ts'
import { forgetAddress } from './addressed.tsx'
import { reset, startedFrom } from './choices.ts'
import { isKept, startAgain } from './draft_storage.ts'
import { Step } from './step.tsx'

function replaceText(pasted: string, from?: string): void {
  reset()
  startText(pasted, from)
}

async function loadFile(file: File | undefined): Promise<void> {
  if (file) replaceText(await file.slice(0, longestText).text(), file.name)
}

/** Takes a text that is pasted outside any field, as long as there is none. */
function takePasted(event: ClipboardEvent): void {
  const isInField =
    event.target instanceof Element && event.target.closest('input, textarea, select') !== null
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (isInField || text === '' || sourceText.value !== '') return
  event.preventDefault()
  replaceText(text.slice(0, longestText))
}

export function Paste() {
  const id = useId()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    document.addEventListener('paste', takePasted)
    return () => document.removeEventListener('paste', takePasted)
  }, [])
  return (
    <Step
      number={1}
      title="Paste"
      hint="What the system sends: JSON, NDJSON, CSV with any delimiter, XML, a form, key=value lines, a table, SQL inserts or a curl command."
    >
      <div
        class={`drop${isOver ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void loadFile(event.dataTransfer?.files[0])
        }}
      >
        <label for={id} class="hidden">
          Raw data
        </label>
        <textarea
          id={id}
          class="code"
          rows={sourceText.value === '' ? 7 : 6}
          spellcheck={false}
          placeholder="Paste a payload from your system anywhere on this page, or drop a file here"
          value={sourceText.value}
          onInput={({ currentTarget }) => startText(currentTarget.value)}
          onPaste={() => reset()}
        />
      </div>
      <div class="below">
        <label class="file">
          <input type="file" onChange={({ currentTarget }) => void loadFile(currentTarget.files?.[0])} />
          <span>Choose a file</span>
        </label>
        {fileName.value !== '' && <span class="muted">{fileName.value}</span>}
        {sourceText.value === '' && !startedFrom.value ? (
          <span class="samples">
            <span class="muted">or try</span>
            {samples.map((sample) => (
              <button key={sample.title} type="button" class="quiet" onClick={() => replaceText(sample.text)}>
                {sample.title}
              </button>
            ))}
          </span>
        ) : (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              startAgain()
              forgetAddress()
            }}
          >
            Start again
          </button>
        )}
      </div>
      {sourceText.value !== '' && (
        <p class="muted">
          {isKept.value
            ? 'The draft stays in this browser tab: it survives a reload, and is deleted when you sign out or start again.'
            : 'The payload is too large for the storage of this browser tab: the draft does not survive a reload.'}
        </p>
      )}
      <Detected />
    </Step>
  )
}

function Detected() {
  const now = detection.value
  if (!now)
    return (
      <p class="hidden" role="status">
        Nothing pasted yet
      </p>
    )
  const problem = 'problem' in now ? now.problem : undefined
  return (
    <>
      {problem === undefined && !('problem' in now) ? (
        <div role="status">
          <p class="fine">
            <span>
              <strong>{withCount(now.records.length, 'record')}</strong>. {now.why}
              {now.taken !== undefined && ` ${now.taken}`}
              {now.sender && ` It looks like ${now.sender.title}.`}
            </span>
          </p>
          {now.unread.length > 0 && (
            <p class="fault">
              {withCount(now.unread.length, 'row')} cannot be read
              {now.unread[0]!.row !== undefined && `, the first at line ${count(now.unread[0]!.row)}`}:{' '}
              {now.unread[0]!.problem}
            </p>
          )}
        </div>
      ) : (
        <p class="fault" role="alert">
          {problem}
        </p>
      )}
      <Format input={source.value?.input ?? given.value} />
    </>
  )
}

const formats = [
  ['json', 'JSON'],
  ['ndjson', 'NDJSON, one JSON per line'],
  ['csv', 'CSV'],
  ['xml', 'XML'],
  ['form', 'Form (urlencoded)'],
  ['pairs', 'key=value'],
  ['markdown', 'Markdown table'],
  ['sql', 'SQL inserts'],
] as const

const delimiters = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
  ['|', 'Pipe'],
] as const

/** The detected format, which the user can change. */
function Format({ input }: { input: Partial<TranslationInput> }) {
  const {
    format = 'csv',
    delimiter = ',',
    header = true,
    layout = 'line',
    records = '',
    time_zone: zone = '',
  } = input
  const set = (change: Partial<TranslationInput>): void => {
    given.value = { ...given.value, ...change }
  }
  return (
    <div class="options">
      <Select
        label="Format"
        value={format}
        options={formats}
        onChange={(value) => {
          given.value = { format: value as TranslationInput['format'] }
        }}
      />
      {format === 'csv' && (
        <>
          <Select
            label="Delimiter"
            value={delimiter}
            options={delimiters}
            onChange={(value) => set({ format, delimiter: value as ',' })}
          />
          <Select
            label="First row"
            value={header ? 'names' : 'data'}
            options={[
              ['names', 'Column names'],
              ['data', 'Data'],
            ]}
            onChange={(value) => set({ format, header: value === 'names' })}
          />
        </>
      )}
      {format === 'pairs' && (
        <Select
          label="Record"
          value={layout}
          options={[
            ['line', 'Line'],
            ['block', 'Block of lines'],
          ]}
          onChange={(value) => set({ format, layout: value as 'line' })}
        />
      )}
      {(format === 'json' || format === 'xml') && records !== '' && (
        <TextField
          label="Path of the records"
          value={records}
          isCode
          onInput={(value) => set({ format, records: value })}
        />
      )}
      <Select
        label="Default time zone"
        value={zone}
        options={[['', 'UTC'], ...zones.map((each) => [each, each] as const)]}
        onChange={(value) => (value === '' ? dropZone() : set({ format, time_zone: value }))}
      />
    </div>
  )
}

const zones = [
  Intl.DateTimeFormat().resolvedOptions().timeZone,
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
].filter((zone, index, all) => zone !== 'UTC' && all.indexOf(zone) === index)

function dropZone(): void {
  const { time_zone: _, ...others } = given.value
  given.value = others
}
