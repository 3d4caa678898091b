// What `electron` is in the application's main process: the modules, the start, and calls of the test.
import vm from 'node:vm';
import { becomeReady, resourcesFolder } from './app.ts';
import { setSystemTheme } from './appearance.ts';
import * as modules from './electron.ts';
import { trays } from './menus.ts';
import { responses, notifications } from './notices.ts';
import { placeFile } from './page-link.ts';
import { calls, Guarded, guard } from './record.ts';

const electron = guard('electron', { ...modules });

/** What tests use besides Electron's own modules; real Electron has nothing like it. */
const standIn = {
  calls,
  trays,
  notifications,
  responses,
  setSystemTheme,
  placeFile,
  eventsOf: (object: object) => Guarded.eventsOf(object),
};

export type StandIn = typeof standIn;

export interface EvaluateCall {
  readonly id: number;
  /** Source of a function. */
  readonly source: string;
  readonly arg: unknown;
}

type Evaluated = (electron: object, arg: unknown) => unknown;

async function evaluate({ id, source, arg }: EvaluateCall): Promise<void> {
  try {
    const run = vm.runInThisContext(`(${source})`) as Evaluated;
    process.send?.({ type: 'value', id, value: await run({ ...electron, standIn }, arg) });
  } catch (error) {
    process.send?.({ type: 'failure', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'resourcesPath', { value: resourcesFolder });
process.on('message', (call: EvaluateCall) => void evaluate(call));
process.on('disconnect', () => process.exit(1));
setImmediate(() => {
  becomeReady();
  process.send?.({ type: 'ready' });
});

export * from './electron.ts';
export { electron as 'module.exports' };
// oxlint-disable-next-line import/no-default-export -- as in Electron's own module.
export default electron;
