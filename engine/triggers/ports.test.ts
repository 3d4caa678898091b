// Tests the system clock's callbacks.
import { expect, it } from 'vitest';
import { systemTriggerClock } from './ports.ts';

it('calls back at its time unless canceled', async () => {
  const rung: string[] = [];
  const start = systemTriggerClock.now();
  const cancel = systemTriggerClock.at(start + 1, () => rung.push('dropped'));
  cancel();
  await new Promise<void>((resolve) => {
    systemTriggerClock.at(start + 5, () => {
      rung.push('kept');
      resolve();
    });
  });
  systemTriggerClock.at(start - 1000, () => rung.push('past'))();
  expect(rung).toEqual(['kept']);
});
