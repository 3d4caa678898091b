// An exception that nothing caught ends the engine's thread: what it was doing is unknown. The watching thread starts the next one.
import { errorCodeOf } from '../contract/errors.ts';
import type { EngineCrash } from './engine-fault.ts';
import type { Heartbeat } from './heartbeat.ts';

/** Maximum number of open requests in a report. */
const MAX_REQUESTS = 10;

export interface CrashParts {
  readonly marks: Heartbeat;
  /** Method and path of the requests that have no response yet. */
  readonly openRequests: () => readonly string[];
  /** Passes the report to the watching thread; the thread ends afterwards. */
  readonly report: (crash: EngineCrash) => void;
}

/** Ends this thread at the first exception that nothing catches, and at the first rejected promise that nothing handles. */
export function endAtException({ marks, openRequests, report }: CrashParts): void {
  process.on('uncaughtException', (error: unknown) => {
    // The loss of the lease is no fault of what was running.
    if (errorCodeOf(error) === 'LEASE_LOST') marks.clear();
    else marks.keepCurrentOnly();
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const requests = openRequests().slice(-MAX_REQUESTS);
    report({ message, requests, ...(stack === undefined ? {} : { stack }) });
    process.exit(1);
  });
}
