// How long a server leaves what is due to the servers before it.
import type { TriggerTeam } from './ports.ts';

/** Milliseconds that the second server waits. The first one has usually claimed the run by then. */
const SECOND = 500;
const EACH_FURTHER = 100;
/** All runs start within a second, however many servers have ended. */
const MOST = 900;

/** Returns the milliseconds after which this server takes up what is due and has this key; 0 if it is the first. */
export function claimDelay(team: TriggerTeam, key: readonly (string | number)[]): number {
  const rank = team.rank(JSON.stringify(key));
  return rank === 0 ? 0 : Math.min(MOST, SECOND + EACH_FURTHER * (rank - 1));
}
