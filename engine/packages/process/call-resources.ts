// The open resources of a call of package code: requests, streams and files.
import { NodeError, type DetachedContext } from '../../sdk/index.ts';
import { FileContents } from './file-contents.ts';
import { LocalFiles } from './local-files.ts';
import { PackageRequests } from './requests.ts';
import { WrittenFiles } from './written-files.ts';

/** A token lasts for minutes at least, so more renewals only burden the service. */
const MOST_RENEWALS = 20;

export class CallResources {
  readonly requests: PackageRequests;
  readonly contents = new FileContents();
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
