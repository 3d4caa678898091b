// Requests to S3: large files in parts with few of them in memory, removal in batches, pages of lists, and errors that say what to do.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { noNotes } from '../testing/fake-ports.ts';
import { freePort } from '../testing/free-port.ts';
import { startS3, type S3Server } from '../testing/s3-server.ts';
import { S3Storage } from './s3-storage.ts';
import type { S3Location } from './storage.ts';
import { StoredBinary } from './stored-binary.ts';

const CHUNK = 64 * 1024;
const MiB = 1024 * 1024;
const servers: S3Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function opened(before?: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const server = await startS3(before);
  servers.push(server);
  const storage = new S3Storage(server.location);
  return { server, storage, binary: new StoredBinary(storage, { uuid: randomUUID, notes: noNotes }) };
}

async function* endless(onChunk: () => void): AsyncGenerator<Uint8Array> {
  for (;;) {
    onChunk();
    yield Buffer.alloc(CHUNK);
  }
}

const xml = (response: ServerResponse, content: string, status = 200): true => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${content}`);
  return true;
};

describe('uploads', () => {
  it('take no more of their source than three parts before the service has taken them', async () => {
    const held: ServerResponse[] = [];
    let pulled = 0;
    const { binary, server } = await opened((request, response) => {
      if (request.method !== 'PUT') return false;
      request.resume();
      request.on('end', () => held.push(response));
      return true;
    });
    const source = endless(() => (pulled += 1));
    const written = binary.write(source);
    await expect.poll(() => held.length).toBe(2);
    // Two parts are on their way, a third is collected.
    expect((pulled * CHUNK) / MiB).toBeLessThan(28);
    for (const response of held) xml(response, '<Error><Code>InvalidRequest</Code><Message>No more.</Message></Error>', 400);
    await expect(written).rejects.toMatchObject({ code: 'BINARY_STORE_FAILED', message: expect.stringContaining('No more') as string });
    expect((pulled * CHUNK) / MiB).toBeLessThan(36);
    expect([server.keys(), server.uploads()]).toEqual([[], []]);
  });

  it('that a process has not finished are removed with their files', async () => {
    const { server, storage } = await opened();
    const { client, s3 } = await sdkOf(server.location);
    const [mine, other] = [randomUUID(), randomUUID()];
    for (const name of [mine, other]) {
      await client.send(new s3.CreateMultipartUploadCommand({ Bucket: server.location.bucket, Key: `items/${name}` }));
    }
    await storage.remove([mine]);
    expect(server.uploads()).toEqual([`items/${other}`]);
  });

  it('are left to a service that does not list them', async () => {
    const { storage } = await opened(
      (request, response) =>
        request.url?.includes('?uploads') === true && xml(response, '<Error><Code>NotImplemented</Code><Message/></Error>', 501),
    );
    expect(await storage.remove([randomUUID()])).toBe(0);
  });
});

async function sdkOf({ endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey }: S3Location) {
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  return { client, s3 };
}

describe('many files', () => {
  it('are removed a thousand at a time', async () => {
    const { storage, server } = await opened();
    await storage.remove(Array.from({ length: 2001 }, () => randomUUID()));
    expect(server.requests.filter((request) => request.startsWith('POST')).length).toBe(3);
  });

  it('that cannot be removed are an error', async () => {
    const { storage } = await opened(
      (request, response) =>
        request.method === 'POST' &&
        xml(response, '<DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error></DeleteResult>'),
    );
    await expect(storage.remove([randomUUID()])).rejects.toMatchObject({
      code: 'BINARY_STORE_FAILED',
      message: expect.stringContaining('denies access') as string,
    });
  });

  it('are measured page by page', async () => {
    const pages: (string | null)[] = [];
    const { storage } = await opened((request, response) => {
      const token = new URL(request.url ?? '', 'http://s3').searchParams.get('continuation-token');
      pages.push(token);
      const contents = '<Contents><Key>items/a</Key><Size>7</Size></Contents>';
      const next = token === null ? '<IsTruncated>true</IsTruncated><NextContinuationToken>two</NextContinuationToken>' : '';
      return xml(response, `<ListBucketResult>${contents}${next}</ListBucketResult>`);
    });
    expect([await storage.usedBytes(), pages]).toEqual([14, [null, 'two']]);
  });
});

describe('what is wrong', () => {
  const failing = (code: string, status: number) => (_request: IncomingMessage, response: ServerResponse) =>
    xml(response, `<Error><Code>${code}</Code><Message>Message of ${code}.</Message></Error>`, status);

  it.each([
    ['NoSuchBucket', 404, /no such bucket/, /MILLRACE_FILES/],
    ['AccessDenied', 403, /denies access/, /s3:PutObject/],
    ['SignatureDoesNotMatch', 403, /rejects the credentials/, /MILLRACE_S3_SECRET_KEY/],
    ['PermanentRedirect', 301, /another region/, /MILLRACE_S3_REGION/],
    ['Odd', 400, /Odd: Message of Odd\.$/, /documentation/],
  ])('is said for %s, also when files are written, and without the keys', async (code, status, message, hint) => {
    const { storage, binary, server } = await opened(failing(code, status));
    for (const attempt of [() => storage.assertUsable(), () => binary.write(Buffer.from('a')), () => storage.usedBytes()]) {
      const error = await Promise.resolve(attempt()).then(
        () => undefined,
        (reason: unknown) => reason as Error,
      );
      expect(error).toMatchObject({
        code: 'BINARY_STORE_FAILED',
        message: expect.stringMatching(message) as string,
        hint: expect.stringMatching(hint) as string,
      });
      expect(error?.message).toContain(`the bucket files at ${server.location.endpoint}`);
      expect(`${error?.message} ${String(error?.cause)}`).not.toContain(server.location.secretKey);
    }
  });

  it('is said for a service that cannot be reached', async () => {
    const location: S3Location = {
      bucket: 'files',
      prefix: '',
      endpoint: `http://127.0.0.1:${await freePort()}`,
      region: 'us-east-1',
      accessKey: 'a',
      secretKey: 'the secret',
      usesPathStyle: true,
    };
    const binary = new StoredBinary(new S3Storage(location), { uuid: randomUUID, notes: noNotes });
    const logged: string[] = [];
    await binary.report({ error: (message) => void logged.push(message) });
    expect(logged).toEqual([
      `Files of items cannot be stored in or read from the bucket files at ${location.endpoint}: it cannot be reached (ECONNREFUSED). Check MILLRACE_S3_ENDPOINT, and whether this computer can reach it.`,
    ]);
  });

  it('is said for a bucket that does not exist', async () => {
    const { server } = await opened();
    const storage = new S3Storage({ ...server.location, bucket: 'others' });
    await expect(storage.assertUsable()).rejects.toMatchObject({ message: expect.stringMatching(/others .* no such bucket/) as string });
  });
});
