// Moves files that package code returned within their entries to the store of the instance, so that executions stay small.
import type { BinaryEntry, Item, ItemList } from '../../contract/run-data.ts';
import type { BinaryPort, NodeOutput } from '../../sdk/index.ts';

/** Length of base64 text from which a file is stored. Smaller ones stay in their entries. */
const STORED_FROM = 16_384;
/** Number of files that are written at a time. */
const TOGETHER = 8;

/** Returns the output with its large files stored. The fields of their entries are kept. */
export async function withFilesStored(output: NodeOutput | null, binary: BinaryPort): Promise<NodeOutput | null> {
  const large = (output ?? []).flatMap((list) => (list ?? []).filter(hasLargeFile));
  if (output === null || large.length === 0) return output;
  const stored = new Map<Item, Item>();
  for (let from = 0; from < large.length; from += TOGETHER) {
    const some = large.slice(from, from + TOGETHER);
    for (const [item, copy] of await Promise.all(some.map(async (each) => [each, await storedItem(each, binary)] as const)))
      stored.set(item, copy);
  }
  return output.map((list): ItemList => list?.map((item) => stored.get(item) ?? item) ?? null);
}

const hasLargeFile = ({ binary }: Item): boolean => binary !== undefined && Object.values(binary).some(isLarge);

const isLarge = (entry: BinaryEntry): boolean =>
  typeof entry.data === 'string' && entry.data.length >= STORED_FROM && typeof entry.id !== 'string';

async function storedItem(item: Item, binary: BinaryPort): Promise<Item> {
  const entries = Object.entries(item.binary ?? {}).map(async ([property, entry]) => {
    if (!isLarge(entry)) return [property, entry] as const;
    const { fileName, mimeType } = entry;
    const meta = { ...(fileName === undefined ? {} : { fileName }), ...(mimeType === undefined ? {} : { mimeType }) };
    const written = await binary.write(Buffer.from(entry.data, 'base64'), meta);
    return [property, { ...written, ...entry, data: written.data, ...(written.id === undefined ? {} : { id: written.id }) }] as const;
  });
  return { ...item, binary: Object.fromEntries(await Promise.all(entries)) };
}
