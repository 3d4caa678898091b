// Contents of stored files for package code that reads them from their entries, and is blocked until it has them.
import type { BinaryEntry } from '../../contract/run-data.ts';
import { NodeError, type BinaryPort } from '../../sdk/index.ts';

/** Maximum bytes of a file whose content is read at once: meanwhile, nothing else runs. */
const MOST_CONTENT = 50_000_000;

interface Fetch {
  readonly id: string | undefined;
  outcome?: { readonly content: string } | { readonly error: unknown };
}

export class FileContents {
  /** The latest file that had to be fetched. There is one at a time, since the code is blocked. */
  #fetch: Fetch | undefined;

  /**
   * Returns the content of a file as base64; undefined while it is fetched from another place than the disk: then the caller asks again. `canWait`:
   * whether the caller can do so. Throws BINARY_NOT_FOUND, and NodeError FILE_TOO_LARGE with what the package should do instead.
   */
  read(entry: BinaryEntry, binary: BinaryPort, canWait: boolean): string | undefined {
    const content = binary.readNow(entry, MOST_CONTENT);
    if (content !== undefined) return base64(content);
    if (!canWait) throw notInReach(entry);
    const { id } = entry;
    if (this.#fetch === undefined || (this.#fetch.id !== id && this.#fetch.outcome !== undefined)) this.#start(entry, binary);
    if (this.#fetch?.id !== id || this.#fetch?.outcome === undefined) return undefined;
    const { outcome } = this.#fetch;
    this.#fetch = undefined;
    if ('error' in outcome) throw outcome.error;
    return outcome.content;
  }

  #start(entry: BinaryEntry, binary: BinaryPort): void {
    const fetch: Fetch = { id: entry.id };
    this.#fetch = fetch;
    fetched(entry, binary).then(
      (content) => (fetch.outcome = { content }),
      (error: unknown) => (fetch.outcome = { error }),
    );
  }
}

async function fetched(entry: BinaryEntry, binary: BinaryPort): Promise<string> {
  if ((await binary.size(entry)) > MOST_CONTENT) throw tooLarge(entry);
  return base64(await binary.read(entry));
}

const base64 = (content: Uint8Array): string => Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64');

const hint = 'Use a smaller file, or ask the authors of the package to read files by getBinaryDataBuffer or getBinaryStream.';
const nameOf = ({ fileName = 'data' }: BinaryEntry): string => fileName;

const tooLarge = (entry: BinaryEntry): NodeError =>
  new NodeError(`The file "${nameOf(entry)}" is larger than ${MOST_CONTENT / 1e6} MB, too large to be read by "data".`, {
    code: 'FILE_TOO_LARGE',
    hint,
  });

const notInReach = (entry: BinaryEntry): NodeError =>
  new NodeError(
    `The file "${nameOf(entry)}" is larger than ${MOST_CONTENT / 1e6} MB or not on the disk of this computer, so it cannot be read by "data" in a package that runs inside the engine.`,
    { code: 'FILE_NOT_READABLE', hint: `${hint} Or remove the package from MILLRACE_TRUSTED_PACKAGES.` },
  );
