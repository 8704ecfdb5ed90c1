// Runs in a worker thread, because decoding takes long and the picture came from somebody else. The codecs are WebAssembly: what a
// malformed picture makes them do stays within their own memory.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import decodePng, { init as initPng } from '@jsquash/png/decode.js'
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js'
import { shrink } from './shrink.mjs'

/** @typedef {import('./shrink.mjs').Pixels} Pixels */

// The codecs give pictures as browsers do.
globalThis.ImageData ??= /** @type {any} */ (
  class {
    /** @param {Uint8ClampedArray} data @param {number} width @param {number} height */
    constructor(data, width, height) {
      Object.assign(this, { data, width, height })
    }
  }
)

/** @param {string} name */
const compile = (name) => WebAssembly.compile(readFileSync(fileURLToPath(import.meta.resolve(name))))

/** @type {Record<string, (bytes: ArrayBuffer) => Promise<Pixels>>} */
const decoders = {
  async 'image/png'(bytes) {
    await initPng(await compile('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
    return decodePng(bytes)
  },
  async 'image/jpeg'(bytes) {
    await initJpeg(await compile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'))
    // Cameras note which way is up; the copy has no such note and stands upright.
    return decodeJpeg(bytes, { preserveOrientation: true })
  },
}

/** @param {{ bytes: Uint8Array, type: string, width: number }} order */
export async function* run({ bytes, type, width }) {
  const decode = decoders[type]
  if (!decode) throw new Error(`no decoder of ${type}`)
  const whole = await decode(new Uint8Array(bytes).buffer)
  // The package takes this build of its encoder where Node.js runs it, which is on all usual processors.
  await initWebp(await compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
  const reduced = shrink(whole, width)
  yield new Uint8Array(await encodeWebp(/** @type {ImageData} */ (reduced), { quality: 80, use_sharp_yuv: 1 }))
}
