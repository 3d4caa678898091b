// All fault scenarios, each in a folder of its own. A scenario with slow rounds runs fewer of them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { calledWaitScenario } from './called-wait.ts';
import { commandsScenario } from './commands.ts';
import { deletionScenario } from './deletion.ts';
import { diskScenario } from './disk.ts';
import { floodScenario } from './flood.ts';
import { killScenario } from './kill.ts';
import { moveScenario } from './move.ts';
import type { Report } from './report.ts';
import { stopScenario } from './stop.ts';
import { fullDiskTokenScenario, killedTokenScenario, lockedTokenScenario } from './tokens.ts';

type Scenario = (folder: string, rounds: number) => Promise<Report>;

const within =
  (name: string, share: number, run: Scenario, least = 1): Scenario =>
  (folder, rounds) => {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true });
    return run(own, Math.max(least, Math.round(rounds * share)));
  };

export const scenarios: Readonly<Record<string, Scenario>> = {
  kill: within('kill', 1, killScenario),
  flood: within('flood', 0.1, floodScenario, 4),
  called: within('called', 0.25, calledWaitScenario),
  stop: within('stop', 0.1, stopScenario),
  disk: within('disk', 0.05, diskScenario),
  'token-kill': within('token-kill', 0.1, killedTokenScenario),
  'token-lock': within('token-lock', 0.01, lockedTokenScenario),
  'token-disk': within('token-disk', 0.02, fullDiskTokenScenario),
  deletion: within('deletion', 0.1, deletionScenario),
  commands: within('commands', 0.05, commandsScenario),
  move: within('move', 0.02, moveScenario),
};
