/** Keeps only the first fragment of a message. */
'use strict';

const { Receiver } = /** @type {any} */ (require('ws'));
const { serve } = require('../honest/serve');

// `ws` joins fragments in here and nowhere else.
const { dataMessage } = Receiver.prototype;
Receiver.prototype.dataMessage = function (/** @type {() => void} */ next) {
  if (this._fragments.length > 1) {
    this._fragments = this._fragments.slice(0, 1);
    this._messageLength = this._fragments[0].length;
  }
  dataMessage.call(this, next);
};

serve();
