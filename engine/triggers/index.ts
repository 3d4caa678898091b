// Entry point of the triggers.
export { systemTriggerClock, type MissedRuns, type TriggerTeam } from './ports.ts';
export { Triggers } from './triggers.ts';
