// The door of the triggers room.
export { systemTriggerClock } from './system-trigger-clock.ts';
export { Triggers } from './triggers.ts';
