// The open resources of a call of package code: requests, streams and files.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type BinaryPort, type DetachedContext } from '../../sdk/index.ts';
import { LocalFiles } from './local-files.ts';
import { PackageRequests } from './requests.ts';
import { WrittenFiles } from './written-files.ts';

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
  readonly files = new WrittenFiles();
  readonly localFiles: LocalFiles;
  #renewals = 0;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.requests = new PackageRequests(over);
    this.localFiles = new LocalFiles(this.requests);
  }

  renewCredential(node: DetachedContext, name: string, itemIndex: number): ReturnType<DetachedContext['renewCredential']> {
    if (++this.#renewals > MOST_RENEWALS) throw new NodeError(`A node can renew tokens only ${MOST_RENEWALS} times while it runs.`);
    return node.renewCredential(name, itemIndex);
  }

  /** Ends all streams, and gives up files that are not complete. */
  close(): void {
    this.requests.close();
    this.files.discard();
    this.localFiles.close();
  }
}
