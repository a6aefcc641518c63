/** Suppressions: one row matches every way in which producers write the identity of a person. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { listedForm, suppressionList, type IsSuppressed } from '../../functions/privacy/suppression.ts'

function sha256(text: string): string {
  return hash('sha256', text)
}

function listOf(field: string, valueHash: string): IsSuppressed {
  const list = suppressionList()
  list.add({ field, valueHash, createdAt: 1, lifted: false })
  return list.finish()
}

const phone = '+442079460123'
const spellings = [
  phone,
  ' +44 20 7946 0123 ',
  '+44 (0)20 7946-0123',
  '0044 20 7946 0123',
  '+44.20.7946.0123',
  sha256(phone),
]

describe('a suppressed person', () => {
  it('is recognized by a phone number in any notation, listed with or without the plus', () => {
    for (const listed of [phone, phone.slice(1)]) {
      const isSuppressed = listOf('phone', sha256(listed))
      for (const written of listed === phone ? spellings : spellings.slice(0, -1)) {
        assert.equal(isSuppressed({ phone: written }), true, written)
        assert.equal(isSuppressed({ event_data: { phone: written } }), true, written)
      }
      for (const other of ['+442079460124', '020 7946 0123', '+44 20 7946 0123 ext. 4', '', 7, null])
        assert.equal(isSuppressed({ phone: other }), false, String(other))
    }
  })

  it('is recognized by a number without country code only as it is listed, trimmed', () => {
    const isSuppressed = listOf('phone', sha256('020 7946 0123'))
    assert.equal(isSuppressed({ phone: ' 020 7946 0123' }), true)
    assert.equal(isSuppressed({ phone: '02079460123' }), false)
  })

  it('is recognized by an email address in any case, with space around it or as its hash', () => {
    const isSuppressed = listOf('email', sha256('ada@example.com').toUpperCase())
    for (const email of ['ada@example.com', ' Ada@Example.COM\n', sha256('ada@example.com')])
      assert.equal(isSuppressed({ email }), true, email)
    assert.equal(isSuppressed({ email: 'ada+1@example.com' }), false)
    assert.equal(isSuppressed({ phone: 'ada@example.com' }), false)
  })

  it('is listed in one form for all notations', () => {
    for (const written of spellings.slice(0, -1)) assert.equal(listedForm('phone', written), phone)
    assert.equal(listedForm('phone', ' 020 7946 0123'), '020 7946 0123')
    assert.equal(listedForm('email', ' Ada@Example.COM\n'), 'ada@example.com')
    assert.equal(listedForm('user_id', 'U-1815'), 'u-1815')
  })
})
