/** JSON shape: tells deep and wide texts from others, and reads no string as a bracket. */
import assert from 'node:assert/strict'
import { shapeFault } from '../../schemas/json_shape.ts'

const limits = { levels: 3, members: 4 }

/** Texts beyond the length under which nothing is counted. */
function padded(text: string): string {
  return text + ' '.repeat(100)
}

describe('the shape of a JSON text', () => {
  it('is too deep beyond the limit of levels', () => {
    assert.equal(shapeFault(padded('{"a":[{"b":1},[]],"c":"[[[["}'), limits), undefined)
    assert.equal(shapeFault(padded('{"a":[{"b":{}}]}'), limits), 'too_deep')
    assert.equal(shapeFault(padded('[[[[]]]]'), limits), 'too_deep')
  })

  it('is too wide if one object has more members than the limit', () => {
    assert.equal(shapeFault(padded('{"a":1,"b":2,"c":3,"d":4}'), limits), undefined)
    assert.equal(shapeFault(padded('{"a":1,"b":2,"c":3,"d":4,"e":5}'), limits), 'too_wide')
    assert.equal(shapeFault(padded('[{"a":1,"b":2,"c":3},{"d":4,"e":":::::"}]'), limits), undefined)
    assert.equal(
      shapeFault(padded('{"a":{"b":1,"c":2},"d":3,"e":[1,2,3,4,5,6],"f":"\\":\\"::"}'), limits),
      undefined,
    )
  })

  it('has too many values if its members and elements together exceed the limit', () => {
    const few = { levels: 100, members: 100, values: 6 }
    const six = ['[1,2,3,4,5,6]', '{"a":[1,2],"b":{"c":3},"d":4}', '[[],[],[]]', '["1,2,3,[{",",,,,",3,4,{}]']
    for (const text of six) assert.equal(shapeFault(padded(text), few), undefined, text)
    const seven = ['[1,2,3,4,5,6,7]', '{"a":[1,2],"b":{"c":3},"d":4,"e":5}', '[[],[],[],0]', '[{},{},{},{}]']
    for (const text of seven) assert.equal(shapeFault(padded(text), few), 'too_many_values', text)
    assert.equal(shapeFault(padded(seven[0]!), { levels: 100, members: 100 }), undefined)
  })

  it('is found in text that is not JSON, too', () => {
    assert.equal(shapeFault('1', limits), undefined)
    assert.equal(shapeFault(padded(']]]]:::::::'), limits), undefined)
    assert.equal(shapeFault(padded('{"a'), limits), undefined)
  })
})
