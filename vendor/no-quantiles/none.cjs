exports.TDigest = class {
  constructor() {
    throw new Error('quantiles are left out of this product: use a histogram, or remove "tdigest" from the overrides of package.json')
  }
}
