// Stores files of items in a bucket of S3, or of another service with its interface. The SDK is loaded on first use.
import { PassThrough, Readable, Writable } from 'node:stream';
import { explained } from './s3-errors.ts';
import { isMissing, missing, type ByteRange, type FileStorage, type NewFile, type NewFileOptions, type S3Location } from './storage.ts';

/** Number of bytes of a part of an upload. A file has at most 10,000 parts. Smaller files are sent in one request. */
const PART = 8 * 1024 * 1024;
/** Number of parts that are sent at the same time. */
const PARTS_AT_ONCE = 2;
/** Maximum number of files that one request removes. */
const REMOVED_AT_ONCE = 1000;
/** Milliseconds until a connection must be open. */
const CONNECTED_WITHIN = 10_000;
/** Time limit of a request in milliseconds. Its body is one part at most. */
const ANSWERED_WITHIN = 300_000;

export class S3Storage implements FileStorage {
  readonly #location: S3Location;
  #sdk: Promise<Sdk> | undefined;

  constructor(location: S3Location) {
    this.#location = location;
  }

  create(name: string, { recorded }: NewFileOptions): Promise<NewFile> {
    const sink = new UploadSink(async (body) => {
      await recorded;
      await this.#explained(async () => {
        const { client, storage } = await this.#open();
        const params = { ...this.#object(name), Body: body };
        await new storage.Upload({ client, params, partSize: PART, queueSize: PARTS_AT_ONCE }).done();
      });
    });
    return Promise.resolve({ sink, complete: () => sink.complete(), discard: () => sink.discard() });
  }

  stream(name: string, range?: ByteRange): Readable {
    return Readable.from(this.#chunks(name, range), { objectMode: false });
  }

  size(name: string): Promise<number> {
    return this.#explained(async () => {
      const { client, s3 } = await this.#open();
      return (await client.send(new s3.HeadObjectCommand(this.#object(name)))).ContentLength ?? 0;
    }, name);
  }

  /** The sizes are not known. A full quota is measured again. */
  async remove(names: readonly string[]): Promise<number> {
    await this.#explained(async () => {
      for (let from = 0; from < names.length; from += REMOVED_AT_ONCE) await this.#removeSome(names.slice(from, from + REMOVED_AT_ONCE));
      await this.#abortUploads(new Set(names.map((name) => this.#object(name).Key)));
    });
    return 0;
  }

  async usedBytes(): Promise<number> {
    let sum = 0;
    await this.#explained(async () => {
      const { client, s3 } = await this.#open();
      const { bucket: Bucket, prefix: Prefix } = this.#location;
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (const { Size = 0 } of Contents) sum += Size;
      }
    });
    return sum;
  }

  assertUsable(): Promise<void> {
    return this.#explained(async () => {
      const { client, s3 } = await this.#open();
      const { bucket: Bucket, prefix: Prefix } = this.#location;
      await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }));
    });
  }

  async *#chunks(name: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    try {
      const { client, s3 } = await this.#open();
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new s3.GetObjectCommand({ ...this.#object(name), ...(Range === undefined ? {} : { Range }) }));
      yield* Body as Readable as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw this.#failure(error, name);
    }
  }

  async #removeSome(names: readonly string[]): Promise<void> {
    const { client, s3 } = await this.#open();
    const Objects = names.map((name) => ({ Key: this.#object(name).Key }));
    const { Errors = [] } = await client.send(
      new s3.DeleteObjectsCommand({ Bucket: this.#location.bucket, Delete: { Objects, Quiet: true } }),
    );
    const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey');
    if (failed !== undefined) throw Object.assign(new Error(failed.Message), { name: failed.Code });
  }

  /** Removes the parts of uploads that a process which has ended did not complete. Services without a list of uploads remove them themselves. */
  async #abortUploads(keys: ReadonlySet<string>): Promise<void> {
    const { client, s3 } = await this.#open();
    const { bucket: Bucket, prefix: Prefix } = this.#location;
    try {
      for (let after: UploadPosition | undefined = {}; after !== undefined;) {
        const page = await this.#uploads({ Bucket, Prefix, ...after });
        for (const { Key, UploadId } of page.uploads) {
          if (Key !== undefined && keys.has(Key)) await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        }
        after = page.next;
      }
    } catch (error) {
      if (!mayLackUploads(error)) throw error;
    }
  }

  async #uploads(query: UploadPosition & { readonly Bucket: string; readonly Prefix: string }) {
    const { client, s3 } = await this.#open();
    const page = await client.send(new s3.ListMultipartUploadsCommand(query));
    const { IsTruncated = false, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    return { uploads: page.Uploads ?? [], next: IsTruncated ? { KeyMarker, UploadIdMarker } : undefined };
  }

  #object(name: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${name}` };
  }

  #open(): Promise<Sdk> {
    this.#sdk ??= load(this.#location);
    return this.#sdk;
  }

  async #explained<T>(work: () => Promise<T>, name?: string): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#failure(error, name);
    }
  }

  /** `name`: file that was read. */
  #failure(error: unknown, name?: string): unknown {
    if (name !== undefined && (isMissing(error) || isNoKey(error))) return missing(name, error);
    return explained(error, this.#location);
  }
}

interface UploadPosition {
  readonly KeyMarker?: string | undefined;
  readonly UploadIdMarker?: string | undefined;
}

type Sdk = Awaited<ReturnType<typeof load>>;

async function load({ endpoint, region, accessKey, secretKey, usesPathStyle }: S3Location) {
  const [s3, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client = new s3.S3Client({
    region,
    forcePathStyle: usesPathStyle,
    ...(endpoint === '' ? {} : { endpoint }),
    ...(accessKey === '' ? {} : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } }),
    // Other services reject the checksums that are not required.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTED_WITHIN, requestTimeout: ANSWERED_WITHIN, throwOnRequestTimeout: true },
  });
  return { client, s3, storage };
}

/** Passes chunks to an upload, which is completed on request. The next chunk is accepted once the upload has taken the one before it. */
class UploadSink extends Writable {
  readonly #body = new PassThrough();
  readonly #uploadFrom: (body: Readable) => Promise<void>;
  #upload: Promise<void> | undefined;

  /** `uploadFrom`: resolves once the content of the stream is uploaded. Called with the first chunk. */
  constructor(uploadFrom: (body: Readable) => Promise<void>) {
    super();
    this.#uploadFrom = uploadFrom;
    // Errors are those of the upload.
    this.#body.on('error', () => undefined);
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    this.#started().catch((error: Error) => {
      if (!this.writableFinished) this.destroy(error);
    });
    this.#body.write(chunk, (error) => done(error));
  }

  async complete(): Promise<void> {
    const upload = this.#started();
    this.#body.end();
    await upload;
  }

  /** Makes the upload fail, which removes its parts. */
  async discard(): Promise<void> {
    this.#body.destroy(new Error('The file was given up.'));
    await this.#upload?.catch(() => undefined);
  }

  #started(): Promise<void> {
    this.#upload ??= this.#uploadFrom(this.#body);
    return this.#upload;
  }
}

const nameIn = (error: unknown): string => String((error as { readonly name?: unknown } | null)?.name);

const isNoKey = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(nameIn(error));

/** Whether the service has no list of uploads, or its key may not read it. */
const mayLackUploads = (error: unknown): boolean => {
  const status = (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
  return ['NotImplemented', 'AccessDenied', 'NoSuchUpload'].includes(nameIn(error)) || [403, 405, 501].includes(status);
};
