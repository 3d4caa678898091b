// What a call of package code holds open, and what it asks about that: requests, streams and files.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type BinaryPort, type DetachedContext } from '../../sdk/index.ts';
import { LocalFiles } from './local-files.ts';
import type { AsyncQuestion } from './protocol.ts';
import { PackageRequests, type SendingNode } from './requests.ts';
import { WrittenFiles } from './written-files.ts';

const requestTypes = ['http', 'endRequest', 'readChunk', 'closeStream'] as const;

const types = [
  ...requestTypes, 'renewCredential', 'openBinary', 'readBinary', 'writeBinary', 'startFile', 'writeChunk', 'endFile',
  'resolvePath', 'openLocal', 'createLocal', 'writeLocal', 'endLocal',
] as const; // oxfmt-ignore

export type ResourceQuestion = Extract<AsyncQuestion, { readonly type: (typeof types)[number] }>;

type RequestQuestion = Extract<AsyncQuestion, { readonly type: (typeof requestTypes)[number] }>;

/** Whether the question is about a request or a stream. Functions that run without a node may ask these, too. */
export const asksForRequest = (question: AsyncQuestion): question is RequestQuestion =>
  (requestTypes as readonly string[]).includes(question.type);

export const asksForResource = (question: AsyncQuestion): question is ResourceQuestion =>
  (types as readonly string[]).includes(question.type);

/** A token lasts for minutes at least, so more renewals only burden the service. */
const MOST_RENEWALS = 20;

/** Maximum bytes of a file whose content is read at once: meanwhile, nothing else runs. */
const MOST_CONTENT = 50_000_000;

/** Returns the content of a file as base64. Throws BINARY_NOT_FOUND, and NodeError FILE_TOO_LARGE with what the package should do instead. */
export function storedContent(entry: BinaryEntry, binary: BinaryPort): string {
  const content = binary.readNow(entry, MOST_CONTENT);
  if (content === undefined) {
    throw new NodeError(`The file "${entry.fileName ?? 'data'}" is larger than ${MOST_CONTENT / 1e6} MB, too large to be read by "data".`, {
      code: 'FILE_TOO_LARGE',
      hint: 'Use a smaller file, or ask the authors of the package to read files by getBinaryDataBuffer or getBinaryStream.',
    });
  }
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');
}

export class CallResources {
  readonly requests: PackageRequests;
  readonly #files = new WrittenFiles();
  readonly #localFiles: LocalFiles;
  #renewals = 0;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.requests = new PackageRequests(over);
    this.#localFiles = new LocalFiles(this.requests);
  }

  /** `outlives`: requests are not ended with the run, but with the call. */
  async handleRequest(question: RequestQuestion, node: SendingNode, outlives = false): Promise<unknown> {
    switch (question.type) {
      case 'http':
        return this.requests.send(node, question.request, outlives);
      case 'endRequest':
        return this.requests.end(question.request);
      case 'readChunk':
        return this.requests.nextChunk(question.stream);
      case 'closeStream':
        return this.requests.closeStream(question.stream);
    }
  }

  async response(question: ResourceQuestion, node: DetachedContext, outlives: boolean): Promise<unknown> {
    if (asksForRequest(question)) return this.handleRequest(question, node, outlives);
    switch (question.type) {
      case 'renewCredential':
        if (++this.#renewals > MOST_RENEWALS) throw new NodeError(`A node can renew tokens only ${MOST_RENEWALS} times while it runs.`);
        return node.renewCredential(question.name, question.itemIndex);
      case 'openBinary':
        return this.requests.openStream(node.binary.stream(question.entry));
      case 'readBinary':
        return node.binary.read(question.entry);
      case 'writeBinary':
      case 'startFile':
      case 'writeChunk':
      case 'endFile':
        return this.#files.response(question, node.binary);
      case 'resolvePath':
      case 'openLocal':
      case 'createLocal':
      case 'writeLocal':
      case 'endLocal':
        return this.#localFiles.response(question, node.files);
    }
  }

  /** Ends all streams, and gives up files that are not complete. */
  close(): void {
    this.requests.close();
    this.#files.discard();
    this.#localFiles.close();
  }
}
