/** FarmHash Fingerprint64, the hash behind FARM_FINGERPRINT. https://github.com/google/farmhash */

const mask = (1n << 64n) - 1n
const k0 = 0xc3a5c85c97cb3127n
const k1 = 0xb492b66fbe98f273n
const k2 = 0x9ae16a3b2f90404fn

function u64(b: Buffer, at: number): bigint {
  return b.readBigUInt64LE(at)
}

function u32(b: Buffer, at: number): bigint {
  return BigInt(b.readUInt32LE(at))
}

function add(...terms: bigint[]): bigint {
  return terms.reduce((sum, term) => sum + term, 0n) & mask
}

function mul(a: bigint, b: bigint): bigint {
  return (a * b) & mask
}

function rotate(v: bigint, n: bigint): bigint {
  return ((v >> n) | (v << (64n - n))) & mask
}

function shiftMix(v: bigint): bigint {
  return v ^ (v >> 47n)
}

function hash16(u: bigint, v: bigint, m: bigint): bigint {
  const a = shiftMix(mul(u ^ v, m))
  return mul(shiftMix(mul(v ^ a, m)), m)
}

function upTo16(s: Buffer): bigint {
  const n = s.length
  const length = BigInt(n)
  const m = add(k2, length * 2n)
  if (n >= 8) {
    const a = add(u64(s, 0), k2)
    const b = u64(s, n - 8)
    return hash16(add(mul(rotate(b, 37n), m), a), mul(add(rotate(a, 25n), b), m), m)
  }
  if (n >= 4) return hash16(add(length, u32(s, 0) << 3n), u32(s, n - 4), m)
  if (n === 0) return k2
  const [first, middle, last] = [BigInt(s[0]!), BigInt(s[n >> 1]!), BigInt(s[n - 1]!)]
  const y = (first + (middle << 8n)) & 0xffffffffn
  const z = (length + (last << 2n)) & 0xffffffffn
  return mul(shiftMix(mul(y, k2) ^ mul(z, k0)), k2)
}

function upTo32(s: Buffer): bigint {
  const n = s.length
  const m = add(k2, BigInt(n) * 2n)
  const a = mul(u64(s, 0), k1)
  const b = u64(s, 8)
  const c = mul(u64(s, n - 8), m)
  const d = mul(u64(s, n - 16), k2)
  return hash16(add(rotate(add(a, b), 43n), rotate(c, 30n), d), add(a, rotate(add(b, k2), 18n), c), m)
}

function upTo64(s: Buffer): bigint {
  const n = s.length
  const m = add(k2, BigInt(n) * 2n)
  const a = mul(u64(s, 0), k2)
  const b = u64(s, 8)
  const c = mul(u64(s, n - 8), m)
  const d = mul(u64(s, n - 16), k2)
  const y = add(rotate(add(a, b), 43n), rotate(c, 30n), d)
  const z = hash16(y, add(a, rotate(add(b, k2), 18n), c), m)
  const e = mul(u64(s, 16), m)
  const f = u64(s, 24)
  const g = mul(add(y, u64(s, n - 32)), m)
  const h = mul(add(z, u64(s, n - 24)), m)
  return hash16(add(rotate(add(e, f), 43n), rotate(g, 30n), h), add(e, rotate(add(f, a), 18n), g), m)
}

type Pair = [bigint, bigint]

function weakHash32(s: Buffer, at: number, seedA: bigint, seedB: bigint): Pair {
  const [w, x, y, z] = [u64(s, at), u64(s, at + 8), u64(s, at + 16), u64(s, at + 24)]
  const a = add(seedA, w)
  const sum = add(a, x, y)
  return [add(sum, z), add(rotate(add(seedB, a, z), 21n), rotate(sum, 44n), a)]
}

/** Returns the unsigned 64-bit fingerprint. */
export function farmFingerprint64(s: Buffer): bigint {
  const n = s.length
  if (n <= 16) return upTo16(s)
  if (n <= 32) return upTo32(s)
  if (n <= 64) return upTo64(s)
  let x = 81n
  let y = add(mul(x, k1), 113n)
  let z = mul(shiftMix(add(mul(y, k2), 113n)), k2)
  let v: Pair = [0n, 0n]
  let w: Pair = [0n, 0n]
  x = add(mul(x, k2), u64(s, 0))
  const round = (at: number, m: bigint, isLast: boolean): void => {
    x = mul(rotate(add(x, y, v[0], u64(s, at + 8)), 37n), m)
    y = mul(rotate(add(y, v[1], u64(s, at + 48)), 42n), m)
    x ^= isLast ? mul(w[1], 9n) : w[1]
    y = add(y, isLast ? mul(v[0], 9n) : v[0], u64(s, at + 40))
    z = mul(rotate(add(z, w[0]), 33n), m)
    v = weakHash32(s, at, mul(v[1], m), add(x, w[0]))
    w = weakHash32(s, at + 32, add(z, w[1]), add(y, u64(s, at + 16)))
    ;[z, x] = [x, z]
  }
  const end = ((n - 1) >> 6) * 64
  for (let at = 0; at !== end; at += 64) round(at, k1, false)
  const m = add(k1, (z & 0xffn) << 1n)
  w[0] = add(w[0], BigInt((n - 1) & 63))
  v[0] = add(v[0], w[0])
  w[0] = add(w[0], v[0])
  round(end + ((n - 1) & 63) - 63, m, true)
  return hash16(add(hash16(v[0], w[0], m), mul(shiftMix(y), k0), z), add(hash16(v[1], w[1], m), x), m)
}
