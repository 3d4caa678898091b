// Files of an item as parts of a prompt.
import type { FilePart } from 'ai';
import type { Item } from '../../../contract/run-data.ts';
import type { ExecuteContext } from '../../../sdk/index.ts';

export interface AcceptedFiles {
  readonly images: boolean;
  readonly pdfs: boolean;
}

/** Returns the item's images and PDF documents, as far as they are accepted. */
export async function filesOf(ctx: ExecuteContext, { binary = {} }: Item, { images, pdfs }: AcceptedFiles): Promise<readonly FilePart[]> {
  const entries = Object.values(binary).filter(
    ({ mimeType }) => (images && mimeType.startsWith('image/')) || (pdfs && mimeType === 'application/pdf'),
  );
  return Promise.all(
    entries.map(async (entry): Promise<FilePart> => {
      const { mimeType: mediaType, fileName: filename } = entry;
      const data = await ctx.binary.read(entry);
      return { type: 'file', data, mediaType, ...(filename === undefined ? {} : { filename }) };
    }),
  );
}
