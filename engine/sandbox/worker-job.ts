// A job in the worker: its compartment, its global names, and the collection of its results.
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../contract/json.ts';
import type { Item } from '../contract/run-data.ts';
import { toJson, toPlain } from './plain-data.ts';
import type { CallOutcome, AsyncQuestion, CodeJob, FailureData, JobResult, SyncQuestion } from './protocol.ts';
import { JobConsole, type Endowments, JobTimers } from './worker-globals.ts';
import { dataNames, codeHelpers } from './worker-data-names.ts';
import { failureData, sourceName, evaluateSource } from './worker-evaluate.ts';
import { type JobHost, type ResponseLine, JobRequests, valueOf } from './worker-channel.ts';

type UserFunction = (this: unknown, ...args: unknown[]) => unknown;

export class JobScope implements JobHost {
  readonly job: CodeJob;
  readonly items: readonly Item[];
  /** Index of the current item. */
  itemIndex = 0;
  readonly staticData: { global?: JsonObject; node?: JsonObject } = {};
  readonly #line: ResponseLine;
  readonly #shared: Endowments;
  readonly #timers = new JobTimers();
  readonly #console: JobConsole;
  readonly #requests: JobRequests;
  readonly #failed = Promise.withResolvers<never>();
  #isOver = false;

  constructor(job: CodeJob, items: readonly Item[], line: ResponseLine, shared: Endowments) {
    this.job = job;
    this.items = items;
    this.#line = line;
    this.#shared = shared;
    this.#console = new JobConsole((values) => line.send({ job: job.job, type: 'console', values }));
    this.#requests = new JobRequests((id, question) => line.send({ job: job.job, type: 'async', id, question }));
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
    this.#requests.end();
    await setImmediate();
  }

  /** Sends a synchronous request to the engine. */
  ask(question: SyncQuestion): unknown {
    if (this.#isOver) throw new Error('The run that this code belongs to is over.');
    const plain = toPlain(question, 'The argument') as SyncQuestion;
    return valueOf(this.#line.ask({ job: this.job.job, type: 'sync', question: plain }));
  }

  /** Sends an asynchronous request to the engine. */
  request(question: AsyncQuestion): Promise<unknown> {
    return this.#requests.ask(question);
  }

  response(id: number, callOutcome: CallOutcome): void {
    this.#requests.response(id, callOutcome);
  }

  async #run(): Promise<JobResult> {
    const { mode, dialect } = this.job;
    const userFunction = this.#compile();
    const errors: [number, FailureData][] = [];
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
    Object.assign(compartment.globalThis, helpers.globals);
    const parameters = dialect === 'sort' ? ['a', 'b'] : [];
    const head = dialect === 'sort' ? 'function (a, b)' : 'async function ()';
    const made = evaluateSource(compartment, source, head, parameters, sourceName) as UserFunction;
    return function bound(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(made, helpers.self, args);
    };
  }

  async #runEach(userFunction: UserFunction, errors: [number, FailureData][]): Promise<unknown[]> {
    const results: unknown[] = [];
    for (let index = 0; index < this.items.length; index++) {
      this.itemIndex = index;
      try {
        results.push(toJson(await userFunction(), `The value returned for item ${index}`));
      } catch (error) {
        if (!this.job.continueOnFail) throw error;
        errors.push([index, failureData(error, index)]);
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
