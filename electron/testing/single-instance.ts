// The lock that only the first instance of an application gets; later ones hand over their arguments through files beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

interface Handover {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly data: object;
}

export class SingleInstance {
  readonly #onSecond: (handover: Handover) => void;
  #folder: string | undefined;
  #watcher: FSWatcher | undefined;

  constructor(onSecond: (handover: Handover) => void) {
    this.#onSecond = onSecond;
  }

  get isTaken(): boolean {
    return this.#folder !== undefined;
  }

  /** Returns false if another process has it, which then receives the arguments of this one. */
  take(userData: string, data: object): boolean {
    if (this.isTaken) return true;
    const folder = join(userData, 'StandInInstance');
    const pidFile = join(folder, 'pid');
    if (isAlive(pidFile)) {
      handOver(folder, { argv: process.argv, cwd: process.cwd(), data });
      return false;
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    writeFileSync(pidFile, String(process.pid));
    this.#folder = folder;
    this.#watcher = watch(folder, () => this.#receive(folder)).unref();
    return true;
  }

  release(): void {
    this.#watcher?.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #receive(folder: string): void {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((one) => one.endsWith('.second'))) {
      const handover = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Handover;
      rmSync(join(folder, name));
      this.#onSecond(handover);
    }
  }
}

function isAlive(pidFile: string): boolean {
  try {
    return process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
  } catch {
    return false;
  }
}

/** The file appears under its name when it is complete. */
function handOver(folder: string, handover: Handover): void {
  const path = join(folder, String(process.pid));
  writeFileSync(path, JSON.stringify(handover));
  renameSync(path, `${path}.second`);
}
