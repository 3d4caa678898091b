// The open resources of a call of package code: requests, streams and files.
import type { JsonObject } from '../../contract/json.ts';
import type { StaticDataScope } from '../../sandbox/static-data.ts';
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
  /** Why the latest static data could not be read. */
  #staticDataFailure: { readonly error: unknown } | undefined;

  /** `over`: aborted when the call has ended. */
  constructor(over: AbortSignal) {
    this.requests = new PackageRequests(over);
    this.localFiles = new LocalFiles(this.requests);
  }

  renewCredential(node: DetachedContext, name: string, itemIndex: number): ReturnType<DetachedContext['renewCredential']> {
    if (++this.#renewals > MOST_RENEWALS) throw new NodeError(`A node can renew tokens only ${MOST_RENEWALS} times while it runs.`);
    return node.renewCredential(name, itemIndex);
  }

  /**
   * Returns static data; undefined while it is read from the database: then the caller asks again. `canWait`: whether the caller can do so; otherwise
   * it gets the data that this server has.
   */
  staticData(
    node: Pick<DetachedContext, 'loadStaticData' | 'staticData'>,
    scope: StaticDataScope,
    canWait: boolean,
  ): JsonObject | undefined {
    const failure = this.#staticDataFailure;
    this.#staticDataFailure = undefined;
    if (failure !== undefined) throw failure.error;
    const loading = canWait ? node.loadStaticData() : undefined;
    if (loading === undefined) return node.staticData(scope);
    loading.catch((error: unknown) => (this.#staticDataFailure = { error }));
    return undefined;
  }

  /** Ends all streams, and gives up files that are not complete. */
  close(): void {
    this.requests.close();
    this.files.discard();
    this.localFiles.close();
  }
}
