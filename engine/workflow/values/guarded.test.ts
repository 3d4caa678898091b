// Exceptions of listeners and stream steps go to their work; nothing reaches the process.
import { EventEmitter } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Readable, Transform, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { guarded, guardedStep } from './guarded.ts';

describe('guarded', () => {
  it('passes what a listener throws on, with the arguments of the event', () => {
    const failures: unknown[] = [];
    const emitter = new EventEmitter();
    emitter.on(
      'part',
      guarded(
        (error, [name]) => failures.push([error.message, name]),
        (name: string) => {
          if (name === 'bad') throw new Error('cannot be read');
        },
      ),
    );
    emitter.emit('part', 'good');
    emitter.emit('part', 'bad');
    expect(failures).toEqual([['cannot be read', 'bad']]);
  });

  it('passes thrown values on that are not errors', () => {
    let failure: Error | undefined;
    guarded(
      (error) => {
        failure = error;
      },
      () => {
        // oxlint-disable-next-line no-throw-literal, typescript/only-throw-error
        throw 'text';
      },
    )();
    expect(failure).toBeInstanceOf(Error);
    expect(failure?.message).toBe('text');
  });
});

describe('guardedStep', () => {
  const through = async (step: (chunk: Uint8Array) => Uint8Array): Promise<string> => {
    const parts: Uint8Array[] = [];
    const sink = new Writable({ write: (chunk: Uint8Array, _encoding, done) => (parts.push(chunk), done()) });
    await pipeline(Readable.from([Buffer.from('a'), Buffer.from('b')]), new Transform({ transform: guardedStep(step) }), sink);
    return Buffer.concat(parts).toString();
  };

  it('passes on what the step returns, and fails the stream with what it throws', async () => {
    expect(await through((chunk) => Buffer.from(chunk.toString().toUpperCase()))).toBe('AB');
    await expect(
      through(() => {
        throw new RangeError('too much');
      }),
    ).rejects.toThrow(new RangeError('too much'));
  });
});
