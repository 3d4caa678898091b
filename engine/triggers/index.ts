// Entry point of the triggers.
export { systemTriggerClock } from './ports.ts';
export { Triggers } from './triggers.ts';
