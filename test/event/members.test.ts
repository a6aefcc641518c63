/** JSON members: cuts and joins JSON text byte for byte. */
import assert from 'node:assert/strict'
import { elements, members, objectText } from '../../functions/event/json_members.ts'

describe('the members of a JSON text', () => {
  it('are cut out byte for byte', () => {
    const text = ' { "a" : 1.0 ,"b":[ {"c":"}"} , 2 ],"\\"":"\\\\", "d":true}'
    assert.deepEqual(
      [...members(text)],
      [
        ['a', '1.0'],
        ['b', '[ {"c":"}"} , 2 ]'],
        ['"', '"\\\\"'],
        ['d', 'true'],
      ],
    )
    assert.deepEqual([...members('{}')], [])
    assert.deepEqual(elements(' [ 1 , "],", {"a":[]} ,null ] '), ['1', '"],"', '{"a":[]}', 'null'])
    assert.deepEqual(elements('[]'), [])
  })

  it('can be joined to the same object', () => {
    const text = '{"":{"a":[1,2.50]},"b\\n":"x"}'
    assert.equal(objectText(members(text)), text)
  })
})
