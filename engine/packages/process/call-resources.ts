// What a call of package code holds open, and what it asks about that: requests, streams and files.
import type { StandingContext } from '../../sdk/index.ts';
import { LocalFiles } from './local-files.ts';
import type { AsyncQuestion } from './protocol.ts';
import { PackageRequests } from './requests.ts';
import { WrittenFiles } from './written-files.ts';

const types = [
  'http', 'readChunk', 'closeStream', 'openBinary', 'readBinary', 'writeBinary', 'startFile', 'writeChunk', 'endFile',
  'resolvePath', 'openLocal', 'createLocal', 'writeLocal', 'endLocal',
] as const; // oxfmt-ignore

export type ResourceQuestion = Extract<AsyncQuestion, { readonly type: (typeof types)[number] }>;

export const asksForResource = (question: AsyncQuestion): question is ResourceQuestion =>
  (types as readonly string[]).includes(question.type);

export class CallResources {
  readonly requests: PackageRequests;
  readonly #files = new WrittenFiles();
  readonly #localFiles: LocalFiles;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.requests = new PackageRequests(over);
    this.#localFiles = new LocalFiles(this.requests);
  }

  /** `outlives`: requests are not ended with the run, but with the call. */
  async answer(question: ResourceQuestion, node: StandingContext, outlives: boolean): Promise<unknown> {
    switch (question.type) {
      case 'http':
        return this.requests.send(node, question.request, outlives);
      case 'readChunk':
        return this.requests.nextChunk(question.stream);
      case 'closeStream':
        return this.requests.closeStream(question.stream);
      case 'openBinary':
        return this.requests.openStream(node.binary.stream(question.entry));
      case 'readBinary':
        return node.binary.read(question.entry);
      case 'writeBinary':
      case 'startFile':
      case 'writeChunk':
      case 'endFile':
        return this.#files.answer(question, node.binary);
      case 'resolvePath':
      case 'openLocal':
      case 'createLocal':
      case 'writeLocal':
      case 'endLocal':
        return this.#localFiles.answer(question, node.files);
    }
  }

  /** Ends all streams, and gives up files that are not complete. */
  close(): void {
    this.requests.close();
    this.#files.discard();
    this.#localFiles.close();
  }
}
