/** Histograms of microseconds, all of one shape, and what is read from them. */
'use strict';

const hdr = require('hdr-histogram-js');

// One hour; what is beyond it is recorded as this much rather than lost.
const HIGHEST_MICROS = 3_600_000_000;

class MicrosHistogram {
  constructor() {
    this.histogram = hdr.build({ highestTrackableValue: HIGHEST_MICROS, useWebAssembly: false });
  }

  /** @returns {number} values recorded */
  get count() {
    return this.histogram.totalCount;
  }

  /**
   * @param {number} millis
   * @param {number} [times]
   */
  record(millis, times = 1) {
    const micros = Math.min(HIGHEST_MICROS, Math.max(0, Math.round(millis * 1000)));
    this.histogram.recordValueWithCount(micros, times);
  }

  /**
   * @param {number} percent
   * @returns {number} microseconds
   */
  percentile(percent) {
    return this.histogram.getValueAtPercentile(percent);
  }

  /** @returns {string} V2, compressed, base64 */
  encoded() {
    return hdr.encodeIntoCompressedBase64(this.histogram);
  }
}

module.exports = { MicrosHistogram };
