/** The kinds of limits that a report may speak of: what each is held against, and in which direction. */

/**
 * @typedef {'throughput' | 'p99'} Kind
 * @typedef {{ kind: Kind, sense: 'min' | 'max', relative: boolean, unit: string }} LimitKind
 */

/** @type {Kind[]} */
export const KINDS = ['throughput', 'p99'];

/** @type {Record<string, LimitKind>} */
const LIMIT_KINDS = {
  throughputOfYardstickMin: least('throughput', ' of the yardstick'),
  p99OfYardstickMax: most('p99', ' of the yardstick'),
  requestsPerSecondMin: { ...least('throughput', ' requests/s'), relative: false },
  p99MillisMax: { ...most('p99', ' ms'), relative: false },
  throughputOfBareMin: least('throughput', " of the framework's getting-started server"),
  throughputOfBareMax: most('throughput', " of the framework's getting-started server"),
  throughputOfBaseMin: least('throughput', ' of the base'),
  p99OfBaseMax: most('p99', ' of the base'),
  throughputOfReference: least('throughput', ' of the reference'),
};

/**
 * @param {string} key
 * @returns {LimitKind} of a key that is not known here, what its name says
 */
export function limitKindOf(key) {
  if (Object.hasOwn(LIMIT_KINDS, key)) return LIMIT_KINDS[key];
  const kind = /p99/i.test(key) ? 'p99' : 'throughput';
  const isRelative = /Of[A-Z]/.test(key);
  const made = /Max$|Increase/.test(key) ? most(kind, '') : least(kind, '');
  return { ...made, relative: isRelative };
}

/**
 * @param {Kind} kind
 * @param {string} unit
 * @returns {LimitKind}
 */
function least(kind, unit) {
  return { kind, sense: 'min', relative: true, unit };
}

/**
 * @param {Kind} kind
 * @param {string} unit
 * @returns {LimitKind}
 */
function most(kind, unit) {
  return { kind, sense: 'max', relative: true, unit };
}
