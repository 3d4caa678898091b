// How many messages of package code reach the engine at once.
import { deserialize } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FrameReader } from '../../sandbox/frames.ts';
import type { FromPackage } from '../process/protocol.ts';
import { PacedLine } from './paced-line.ts';

let sent: { readonly message: FromPackage; readonly at: number }[];
let line: PacedLine;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  const now = (): number => Date.now();
  const read = (frame: Uint8Array): FromPackage => deserialize(new FrameReader().push(frame)[0]?.content as Uint8Array) as FromPackage;
  line = new PacedLine((frame) => sent.push({ message: read(frame), at: now() }), now);
});
afterEach(() => void vi.useRealTimers());

const ask = (id: number): void => line.send({ call: 1, type: 'async', id, question: { type: 'sleep', milliseconds: 1 } });
const log = (message: string): void => line.send({ call: 1, type: 'notice', notice: { type: 'log', level: 'debug', message } });

it('requests wait for each other, in order, so that fewer reach the engine in 5 s than end the process', () => {
  const started = Date.now();
  for (let id = 0; id < 60_000; id++) ask(id);
  expect(sent.length).toBe(10_000);
  vi.advanceTimersByTime(4990);
  expect(sent.length).toBeGreaterThan(35_000);
  expect(sent.length).toBeLessThan(45_000);
  vi.advanceTimersByTime(20_000);
  const numbers = sent.map(({ message }) => (message.type === 'async' ? message.id : -1));
  expect(numbers.every((id, index) => id === index)).toBe(true);
  expect(numbers.length).toBe(60_000);
  for (const from of [0, 2000, 5000]) {
    expect(sent.filter(({ at }) => at >= started + from && at < started + from + 5000).length).toBeLessThan(45_000);
  }
});

it('lines of the log that are too many are left out, and counted at the end of the call, which nothing holds up', () => {
  for (let count = 0; count < 60_000; count++) log(`Line ${count}`);
  expect(sent.length).toBe(5000);
  line.send({ call: 1, type: 'done', end: { value: null, staticData: {} } });
  expect(sent.slice(5000).map(({ message }) => message)).toMatchObject([
    { notice: { message: '55000 more lines of the log were left out, because there were too many at once.' } },
    { type: 'done' },
  ]);
});

it('data that cannot be passed is refused at once, and is what it was when it was sent', () => {
  expect(() => line.send({ call: 1, type: 'async', id: 1, question: { type: 'runTool', args: () => 0 } })).toThrow('could not be cloned');
  for (let id = 0; id < 10_000; id++) ask(id);
  const args = { city: 'Oslo' };
  line.send({ call: 1, type: 'async', id: 10_000, question: { type: 'runTool', args } });
  args.city = 'Rome';
  vi.advanceTimersByTime(100);
  expect(sent.at(-1)?.message).toMatchObject({ question: { args: { city: 'Oslo' } } });
});
