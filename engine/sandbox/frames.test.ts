import { describe, expect, it } from 'vitest';
import { frameBytes, FrameReader, longestFrame } from './frames.ts';

const bytes = (kind: number, text: string): Uint8Array => Buffer.concat([...frameBytes(kind, Buffer.from(text))]);
const shown = (reader: FrameReader, chunk: Uint8Array): string[] =>
  reader.push(chunk).map(({ kind, content }) => `${kind}:${Buffer.from(content).toString()}`);

describe('frames', () => {
  it.each([1, 2, 5, 6, 7, 100])('are restored from chunks of %d bytes', (size) => {
    const stream = Buffer.concat([bytes(1, 'first'), bytes(2, ''), bytes(3, 'x'.repeat(300)), bytes(4, 'last')]);
    const reader = new FrameReader();
    const found: string[] = [];
    for (let from = 0; from < stream.length; from += size) found.push(...shown(reader, stream.subarray(from, from + size)));
    expect(found).toEqual(['1:first', '2:', `3:${'x'.repeat(300)}`, '4:last']);
  });

  it('have buffers of their own', () => {
    const chunk = bytes(1, 'abc');
    const [frame] = new FrameReader().push(chunk);
    chunk.fill(0);
    expect(Buffer.from(frame?.content ?? []).toString()).toBe('abc');
    expect(frame?.content.buffer.byteLength).toBe(3);
  });

  it('of an excessive length are rejected', () => {
    const header = Buffer.alloc(5);
    header.writeUInt32BE(longestFrame + 1, 1);
    expect(() => new FrameReader().push(header)).toThrow(RangeError);
  });
});
