import type { FaultStore } from './fault-hooks.ts';
import type { FaultRow } from './fault-row.ts';

/** What {@link runFaultLab} takes. */
export interface FaultLabOptions {
  /** Describes a new, empty store that keeps its data in `directory`, where the lab can make the disk fail. */
  readonly createStore: (directory: string) => FaultStore | Promise<FaultStore>;
  /** An empty directory for stores and side logs; best on the kind of disk that will be used. */
  readonly scratch: string;
  /** How many kills at random moments. Default 50. */
  readonly kills?: number;
  /** How many writer processes at once. Default 8. */
  readonly writers?: number;
  /** How long a stopped writer sleeps, in milliseconds; longer than every time-out of the store. Default 11,000. */
  readonly stopMs?: number;
  /** Ends the server behind the store without warning and starts it again; for stores that have one. */
  readonly crashServer?: () => Promise<void>;
  /** How often the server crashes. Default 10. */
  readonly serverCrashes?: number;
  /** Called with each row as soon as it is known. */
  readonly onRow?: (row: FaultRow) => void;
  /** Names of the scenarios to run; all of them, when left out. */
  readonly scenarios?: readonly string[];
}

/** The options of one scenario, all given, with a directory of its own. */
export interface ScenarioSetting extends Required<
  Pick<FaultLabOptions, 'createStore' | 'kills' | 'writers' | 'stopMs' | 'serverCrashes'>
> {
  readonly crashServer: (() => Promise<void>) | null;
  readonly scratch: string;
}
