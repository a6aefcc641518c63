/** Members: a JSON text is cut and put together without a byte of it changing. */
import assert from 'node:assert/strict'
import { elements, members, nesting, objectText } from '../../functions/event/json_members.ts'

describe('the members of a JSON text', () => {
  it('are cut out as they are written', () => {
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

  it('make the same object again', () => {
    const text = '{"":{"a":[1,2.50]},"b\\n":"x"}'
    assert.equal(objectText(members(text)), text)
  })

  it('are nested as deep as they look, and a text that is none does not matter', () => {
    assert.equal(nesting('{"a":[{"b":1},[]],"c":"[[[["}'), 3)
    assert.equal(nesting('1'), 0)
    assert.equal(nesting('{"a'), 1)
    assert.equal(nesting(']]]['), 0)
  })
})
