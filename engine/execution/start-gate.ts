// Delays effects outside the engine until the start of the execution is stored.
import type { ExecutionPorts } from './ports.ts';

/**
 * The ports with requests and user code delayed until `stored` resolves. If `stored` rejects, they reject with its reason and have no effect. A
 * run that needs neither is not delayed.
 */
export function gatedPorts(ports: ExecutionPorts, stored: Promise<void>): ExecutionPorts {
  const { http, sandbox } = ports;
  let isStored = false;
  stored.then(
    () => (isStored = true),
    () => undefined,
  );
  const gated = <T>(act: () => Promise<T>): Promise<T> => (isStored ? act() : stored.then(act));
  return {
    ...ports,
    http: { request: (request) => gated(() => http.request(request)) },
    sandbox: {
      warm: () => sandbox.warm(),
      run: (...asked) => gated(() => sandbox.run(...asked)),
      // A query accesses only its own tables.
      query: (...asked) => sandbox.query(...asked),
    },
  };
}
