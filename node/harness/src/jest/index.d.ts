/** The types of what the library offers to tests that run in Jest. */

/** Limits as in thresholds.json: relative to the language's yardstick, or absolute. */
export interface Limits {
  throughputOfYardstickMin?: number;
  p99OfYardstickMax?: number;
  requestsPerSecondMin?: number;
  p99MillisMax?: number;
}

/** A server as in a stack.json, with the folder in which it would lie. */
export interface Declaration {
  id: string;
  command: string[];
  folder: string;
  workloads: string[];
  language?: 'node' | 'java';
  env?: Record<string, string>;
}

/** A stack, or a variant of one. */
export interface Variant {
  id: string;
  stack: { id: string; language: 'node' | 'java' };
  workloads: string[];
}

export interface ContractSelection {
  rootFolder: string;
  language?: 'node' | 'java';
  select?: (variant: Variant) => boolean;
  choose?: (workload: string) => boolean;
}

export interface PerformanceSelection extends ContractSelection {
  minutesMax?: number;
  sliceSeconds?: number;
  base?: string;
  reportFolder?: string;
  /** Whether every p99 is judged, not those of thresholds.json's p99Workloads alone. */
  everyP99?: boolean;
}

export function describeContracts(selection: ContractSelection): void;
export function describePerformance(selection: PerformanceSelection): void;

/** A server of your own suite; it is started when an expectation wants it, and stopped after. */
export class ServerUnderTest {
  constructor(declaration: Declaration, house?: { rootFolder?: string });
  readonly id: string;
}

/** For `expect.extend(matchers)`. */
export const matchers: jest.ExpectExtendMap;

declare global {
  namespace jest {
    interface Matchers<R, T = {}> {
      /** Every limit of the workload holds, within the error rates of thresholds.json. */
      toHoldItsLine(workload: string, limits?: Limits): Promise<R>;
      /** Every case of the contract holds. */
      toSpeak(contract: string | { workload: string }): Promise<R>;
    }
  }
}
