// Sessions for user code in tests: no data of other nodes, no static data and no network.
import { MemoryBinary } from '../binary/memory-binary.ts';
import type { CodeSession } from '../sdk/index.ts';

/** Returns a session for one run of code, with the given parts. */
export const codeSession = (input: Partial<CodeSession> = {}): CodeSession => ({
  nodeName: 'Code',
  continueOnFail: false,
  signal: new AbortController().signal,
  timezone: 'UTC',
  lookup: () => ({}),
  staticData: () => ({}),
  onConsole: () => undefined,
  binary: new MemoryBinary(),
  http: {
    request: async () => {
      throw new Error('no network');
    },
  },
  ...input,
});
