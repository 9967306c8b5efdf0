/** Writes figures so that a person can compare them: three digits that count, and a unit. */

export const NONE = '–';
const MEBIBYTE = 1024 * 1024;

/**
 * @param {number} value
 * @returns {string} whole with thousands apart from 100 on, three significant digits below
 */
export function figure(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 99.95) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(size)))));
}

/**
 * @param {number | null | undefined} value
 * @param {(value: number) => string} [written]
 * @returns {string}
 */
export function known(value, written = figure) {
  return value === null || value === undefined ? NONE : written(value);
}

/** @param {number} micros */
export function millis(micros) {
  return figure(micros / 1000);
}

/** @param {number} bytes */
export function mebibytes(bytes) {
  return Math.round(bytes / MEBIBYTE).toLocaleString('en-US');
}

/** @param {number} share */
export function percent(share) {
  const rounded = share * 100;
  return `${Math.abs(rounded) < 10 ? rounded.toFixed(1) : figure(rounded)} %`;
}

/** @param {number} share such as 0.12 for `+12 %` */
export function change(share) {
  const sign = share > 0 ? '+' : share < 0 ? '−' : '';
  return `${sign}${percent(Math.abs(share))}`;
}

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}\u00a0s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}\u00a0min ${whole % 60}\u00a0s`;
  return `${Math.floor(whole / 3600)}\u00a0h ${Math.floor((whole % 3600) / 60)}\u00a0min`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 * @returns {string} such as `1 limit`, `2 limits`
 */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** @param {string} iso */
export function moment(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = date.toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}
