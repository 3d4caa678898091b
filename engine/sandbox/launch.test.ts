// Code processes that the engine's thread lets the main thread start, here over a port within one thread.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DirectStream, fetchStream } from './direct-stream.ts';
import { launchThrough, serveLaunches, type LaunchEnd, type Launched, type LaunchRequest } from './launch.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-launch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Returns what it receives, and ends at the byte 0. */
const echo = join(folder, 'echo.mjs');
writeFileSync(
  echo,
  `import { Socket } from 'node:net';
const socket = new Socket({ fd: 3 });
socket.on('data', (chunk) => socket.write(chunk, () => chunk.includes(0) && process.exit(7)));
socket.on('close', () => process.exit(1));
`,
);

interface Running {
  readonly process: Launched;
  readonly ended: Promise<LaunchEnd>;
  readonly received: () => string;
}

function launched(isDirect: boolean, setup = '{}', where: LaunchRequest['folder'] = 'empty'): Running {
  const { port1, port2 } = new MessageChannel();
  const close = serveLaunches(port1);
  onTestFinished(close);
  const ended = Promise.withResolvers<LaunchEnd>();
  let received = '';
  const process = launchThrough(port2, isDirect)(
    { file: echo, nodeFlags: [], setup, folder: where },
    { data: (chunk) => (received += Buffer.from(chunk).toString()), end: (end) => ended.resolve(end) },
  );
  return { process, ended: ended.promise, received: () => received };
}

function opened(receive: (chunk: Uint8Array) => void): DirectStream {
  const stream = DirectStream.open(receive);
  if (stream === undefined) throw new Error('There is no stream.');
  onTestFinished(() => stream.close());
  return stream;
}

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

describe.skipIf(process.platform === 'win32').each([true, false])('a code process, with a direct stream: %s', (isDirect) => {
  it('receives everything in order, and its last words arrive before its end', async () => {
    const { process, ended, received } = launched(isDirect);
    for (let part = 0; part < 200; part++) process.write(bytes(`${part},`.repeat(100)));
    process.write(new Uint8Array([33, 0]));
    expect(await ended).toEqual({ code: 7, signal: null });
    const expected = Array.from({ length: 200 }, (_, part) => `${part},`.repeat(100)).join('');
    expect(received()).toBe(`${expected}!\0`);
  });

  it.skipIf(process.platform !== 'linux')('that the system refuses to start tells why', async () => {
    const { ended } = launched(isDirect, 'x'.repeat(200_000));
    expect(await ended).toEqual({ failure: expect.stringContaining('E2BIG') as string });
  });

  it('is ended while it starts, and while it runs', async () => {
    const early = launched(isDirect);
    early.process.kill();
    expect(await early.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const late = launched(isDirect);
    late.process.write(bytes('here'));
    await expect.poll(late.received).toBe('here');
    late.process.kill();
    expect(await late.ended).toEqual({ code: null, signal: 'SIGKILL' });
  });
});

describe.skipIf(process.platform === 'win32')('a direct stream', () => {
  it('refuses connections without its token, and leaves no folder', async () => {
    let receivedText = '';
    const stream = opened((chunk) => (receivedText += Buffer.from(chunk).toString()));
    stream.write(bytes('for the process'));
    const socket = join(stream.address.folder, 'socket');
    const stranger = connect(socket);
    let overheard = '';
    stranger.on('data', (chunk) => (overheard += chunk.toString()));
    stranger.write('x'.repeat(31));
    stranger.write('y and more');
    await once(stranger, 'close');
    const end = await fetchStream(stream.address);
    onTestFinished(() => void end.destroy());
    const [received] = (await once(end, 'data')) as [Buffer];
    end.write('from the process');
    await expect.poll(() => receivedText).toBe('from the process');
    expect([received.toString(), overheard, existsSync(stream.address.folder)]).toEqual(['for the process', '', false]);
  });

  it('is heard to its end, although its process has exited before anything was read', async () => {
    let received = '';
    const stream = opened((chunk) => (received += Buffer.from(chunk).toString()));
    const end = await fetchStream(stream.address);
    await new Promise<void>((resolve) => end.write('last words', () => resolve()));
    end.destroy();
    await new Promise<void>((resolve) => stream.finish(resolve));
    expect(received).toBe('last words');
  });

  it('ends although a program that the process started keeps it open', async () => {
    const stream = opened(() => undefined);
    const end = await fetchStream(stream.address);
    onTestFinished(() => void end.destroy());
    await new Promise<void>((resolve) => stream.finish(resolve));
  });

  it('sends what waited before what the first words of the process cause', async () => {
    const stream = opened(() => stream.write(bytes('answer;')));
    stream.write(bytes('call;'));
    const end = connect(join(stream.address.folder, 'socket'));
    onTestFinished(() => void end.destroy());
    end.write(Buffer.concat([stream.address.token, bytes('question')]));
    let received = '';
    end.on('data', (chunk) => (received += chunk.toString()));
    await expect.poll(() => received).toBe('call;answer;');
  });

  it('hears nothing after it was closed, and keeps no connection', async () => {
    let received = '';
    const stream = opened((chunk) => (received += Buffer.from(chunk).toString()));
    const socket = join(stream.address.folder, 'socket');
    const early = connect(socket);
    await once(early, 'connect');
    early.write(stream.address.token.subarray(0, 5));
    const exited = Promise.withResolvers<void>();
    early.on('error', () => undefined).on('close', () => exited.resolve());
    await new Promise((resolve) => setImmediate(resolve));
    stream.close();
    early.write(Buffer.concat([stream.address.token.subarray(5), bytes('too late')]));
    await exited.promise;
    expect(received).toBe('');
  });

  it('is replaced by messages if there is no folder for it', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'missing'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { process, ended, received } = launched(true, '{}', 'program');
    process.write(new Uint8Array([33, 0]));
    expect([await ended, received()]).toEqual([{ code: 7, signal: null }, '!\0']);
  });

  it('tells why a process could not be connected', async () => {
    const stream = opened(() => undefined);
    stream.close();
    await expect(fetchStream(stream.address)).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    expect(existsSync(stream.address.folder)).toBe(false);
  });
});

describe('the empty folder of a code process', () => {
  it('is gone with it, and those of programs that were killed are too', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'millrace-parent-'));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const left = `millrace-code-${2 ** 31 - 1}-abcdef`;
    mkdirSync(join(parent, left));
    const script = `
      import { readdirSync, statSync } from 'node:fs';
      import { join } from 'node:path';
      import { launchHere } from ${JSON.stringify(new URL('./launch.ts', import.meta.url).href)};
      const parent = ${JSON.stringify(parent)};
      const listed = () => readdirSync(parent).map((name) => [name.replace(String(process.pid), 'PID'), statSync(join(parent, name)).mode & 0o777, readdirSync(join(parent, name))]);
      const request = { file: ${JSON.stringify(echo)}, nodeFlags: [], setup: '{}', folder: 'empty' };
      const running = launchHere(request, { data: () => undefined, end: () => console.log(JSON.stringify([during, listed()])) });
      const during = listed();
      running.kill();
    `;
    const env = { ...process.env, TMPDIR: parent, NODE_COMPILE_CACHE: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    const [during, afterwards] = JSON.parse(stdout) as readonly [unknown, unknown];
    expect(during).toEqual([[expect.stringMatching(/^millrace-code-PID-/), 0o500, []]]);
    expect(afterwards).toEqual([]);
  });
});
