// A job in the worker: its compartment, its global names, and the collection of its results.
import { setImmediate } from 'node:timers/promises';
import type { Channel, Input, Output } from '../channel/channel.ts';
import type { Item } from '../contract/run-data.ts';
import { toJson, toPlain } from './plain-data.ts';
import type { CodeHandlers } from './job-channel.ts';
import type { CodeErrorData, CodeJob, JobResult } from './protocol.ts';
import { JobConsole, type Endowments, JobTimers } from './worker-globals.ts';
import { dataNames, codeHelpers } from './worker-data-names.ts';
import { codeErrorData, sourceName, evaluateSource } from './worker-evaluate.ts';
import type { JobHost } from './worker-line.ts';

type UserFunction = (this: unknown, ...args: unknown[]) => unknown;

export class JobScope implements JobHost {
  readonly job: CodeJob;
  readonly items: readonly Item[];
  /** Index of the current item. */
  itemIndex: number;
  readonly staticData: JobHost['staticData'] = {};
  readonly #channel: Channel<CodeHandlers>;
  readonly #shared: Endowments;
  readonly #timers = new JobTimers();
  readonly #console: JobConsole;
  readonly #failed = Promise.withResolvers<never>();
  #isOver = false;

  constructor(job: CodeJob, items: readonly Item[], channel: Channel<CodeHandlers>, shared: Endowments) {
    this.job = job;
    this.itemIndex = job.itemIndex;
    this.items = items;
    this.#channel = channel;
    this.#shared = shared;
    this.#console = new JobConsole((values, level) => channel.notify('console', { values, level }));
    this.#failed.promise.catch(() => undefined);
  }

  /** Runs the job; rejects with the error that the code throws, or with an unhandled rejection. */
  run(): Promise<JobResult> {
    return Promise.race([this.#run(), this.#failed.promise]);
  }

  /** Fails the job; called for unhandled rejections. */
  fail(reason: unknown): void {
    if (!this.#isOver) this.#failed.reject(reason);
  }

  /**
   * Removes everything that could resume the code. Resolves once all started work has settled; code that never settles delays the end of its own
   * job, not the next one.
   */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#timers.end();
    this.#console.end();
    await setImmediate();
  }

  callBlocking<M extends keyof CodeHandlers>(method: M, input: Input<CodeHandlers, M>): Output<CodeHandlers, M> {
    if (this.#isOver) throw new Error('The run that this code belongs to is over.');
    return this.#channel.callBlocking(method, plain(input));
  }

  call<M extends keyof CodeHandlers>(method: M, input: Input<CodeHandlers, M>): Promise<Output<CodeHandlers, M>> {
    return this.#channel.call(method, plain(input));
  }

  async #run(): Promise<JobResult> {
    const { mode, dialect } = this.job;
    const userFunction = this.#compile();
    const errors: [number, CodeErrorData][] = [];
    let value: unknown;
    if (dialect === 'sort') value = this.#sort(userFunction);
    else if (mode === 'all') value = toJson(await userFunction(), 'The returned value');
    else value = await this.#runEach(userFunction, errors);
    return { value, isSliced: false, errors, staticData: toJson(this.staticData, 'Static data') as JobResult['staticData'] };
  }

  #compile(): UserFunction {
    const { source, dialect } = this.job;
    const endowments = { ...this.#shared, ...harden({ ...this.#timers.globals, console: this.#console.globals }) };
    const compartment = new Compartment({ globals: endowments, __options__: true });
    dataNames(this, compartment.globalThis);
    const helpers = codeHelpers(this);
    Object.assign(compartment.globalThis, helpers.globals, this.job.names);
    const parameters = dialect === 'sort' ? ['a', 'b'] : [];
    const head = dialect === 'sort' ? 'function (a, b)' : 'async function ()';
    const userFunction = evaluateSource(compartment, source, head, parameters, sourceName) as UserFunction;
    return function bound(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(userFunction, helpers.self, args);
    };
  }

  async #runEach(userFunction: UserFunction, errors: [number, CodeErrorData][]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (let index = 0; index < this.items.length; index++) {
      this.itemIndex = index;
      try {
        results.push(toJson(await userFunction(), `The value returned for item ${index}`));
      } catch (error) {
        if (!this.job.continueOnFail) throw error;
        errors.push([index, codeErrorData(error, index)]);
        results.push(undefined);
      }
    }
    return results;
  }

  /** Returns the sorted order of the items as indexes. */
  #sort(compare: UserFunction): number[] {
    const { items } = this;
    const order = items.map((_, index) => index);
    return order.sort((a, b) => Number(compare(items[a], items[b])));
  }
}

const plain = <T>(input: T): T => toPlain(input, 'The argument') as T;
