// The members of a team: built servers on one database, behind a load balancer.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../faults/program.ts';
import type { Balancer } from './balancer.ts';

export class Members {
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #balancer: Balancer;
  readonly #programs: Program[] = [];

  constructor(folder: string, database: string, balancer: Balancer, environment: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    this.#balancer = balancer;
    this.#environment = { MILLRACE_DATABASE: database, MILLRACE_ENCRYPTION_KEY: 'the key of the team', ...environment };
  }

  get count(): number {
    return this.#programs.length;
  }

  get first(): Program {
    return this.#programs[0] as Program;
  }

  async add(): Promise<void> {
    await this.#start(this.#programs.length);
  }

  /** Kills a member and starts it again. */
  async killAndStart(index: number): Promise<void> {
    const program = this.#programs[index] as Program;
    this.#balancer.remove(program.url);
    await program.kill();
    await this.#start(index);
  }

  /** Stops a member and starts it again, as an update does. */
  async stopAndStart(index: number): Promise<void> {
    const program = this.#programs[index] as Program;
    // The balancer learns from its readiness that it is stopping.
    await program.stop();
    this.#balancer.remove(program.url);
    await this.#start(index);
  }

  signal(index: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill((this.#programs[index] as Program).pid, signal);
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.kill()));
  }

  async #start(index: number): Promise<void> {
    const dataDir = join(this.#folder, `member-${index}`);
    mkdirSync(dataDir, { recursive: true });
    const program = await Program.start(dataDir, { environment: this.#environment });
    this.#programs[index] = program;
    this.#balancer.add(program.url);
  }
}
