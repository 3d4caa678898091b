import { deserialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { carryEqualValues, contentFrame, FrameReader, longestFrame, messageFrame, ownBytes } from './frames.ts';

const bytes = (kind: number, text: string): Uint8Array => contentFrame(kind, Buffer.from(text));
const visible = (reader: FrameReader, chunk: Uint8Array): string[] =>
  reader.push(chunk).map(({ kind, content }) => `${kind}:${Buffer.from(content).toString()}`);

describe('frames', () => {
  it.each([1, 2, 7, 8, 9, 100])('are restored from chunks of %d bytes', (size) => {
    const stream = Buffer.concat([bytes(1, 'first'), bytes(2, ''), bytes(3, 'x'.repeat(300)), bytes(4, 'last')]);
    const reader = new FrameReader();
    const contents: string[] = [];
    for (let from = 0; from < stream.length; from += size) contents.push(...visible(reader, stream.subarray(from, from + size)));
    expect(contents).toEqual(['1:first', '2:', `3:${'x'.repeat(300)}`, '4:last']);
  });

  it('have buffers of their own', () => {
    const chunk = bytes(1, 'abc');
    const [frame] = new FrameReader().push(chunk);
    chunk.fill(0);
    expect(Buffer.from(frame?.content ?? []).toString()).toBe('abc');
    expect(frame?.content.buffer.byteLength).toBe(3);
  });

  it('carry values', () => {
    const value = { text: 'ä → 試', bytes: new Uint8Array([1, 2]), list: [1.5, undefined, new Date(0)] };
    const [frame] = new FrameReader().push(messageFrame(7, value));
    expect([frame?.kind, deserialize(frame?.content ?? new Uint8Array())]).toEqual([7, value]);
  });

  it('are compared by their values, whose bytes differ when optimized code creates the lists', () => {
    const grown = Array<unknown>(2);
    grown[0] = 'a';
    grown[1] = { list: [1.5] };
    const [frame, same, other] = [['a', { list: [1.5] }], grown, ['a', { list: [2] }]].map((value) => messageFrame(1, value)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    expect(Buffer.compare(frame, same)).not.toBe(0);
    expect(carryEqualValues(frame, same)).toBe(true);
    expect(carryEqualValues(frame, other)).toBe(false);
  });

  it('grow as their content arrives, so that an announcement alone reserves little memory', () => {
    const size = 5 * 1024 * 1024;
    const whole = contentFrame(1, Buffer.alloc(size, 'abc'));
    const reader = new FrameReader();
    const before = process.memoryUsage().arrayBuffers;
    expect(reader.push(whole.subarray(0, 8))).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024);
    const [frame] = Array.from({ length: 6 }, (_, index) =>
      reader.push(whole.subarray(8 + index * 1024 * 1024).subarray(0, 1024 * 1024)),
    ).flat();
    expect(frame?.content.buffer.byteLength).toBe(size);
    expect(Buffer.from(frame?.content ?? []).equals(whole.subarray(8))).toBe(true);
  });

  it.each([
    ['the same bytes', new Uint8Array(8), true],
    ['a copy of a part', new Uint8Array(8).subarray(2), false],
  ])('are transferred as %s', (_, input, isSame) => {
    const own = ownBytes(input);
    expect([own === input, own.byteLength, own.buffer.byteLength]).toEqual([isSame, input.byteLength, input.byteLength]);
  });

  it('of an excessive length are rejected', () => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(longestFrame + 1, 4);
    expect(() => new FrameReader().push(header)).toThrow(RangeError);
  });
});
