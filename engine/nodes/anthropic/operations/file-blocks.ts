// Files as parts of a message: images and documents.
import type { JsonObject } from '../../../contract/json.ts';
import { base64Of, addressesIn, itemFiles } from '../../_shared/ai/services/service-files.ts';
import type { OperationCall } from '../../_shared/ai/services/node-operations.ts';

type Kind = 'image' | 'document';

/** Returns the files of a parameter with addresses, or of the item. `kind`: what files at addresses are; by default, their names say it. */
export async function fileBlocks(call: OperationCall, urls: string | undefined, kind?: Kind): Promise<readonly JsonObject[]> {
  if (urls !== undefined) {
    return addressesIn(call, urls).map((url) => ({ type: kind ?? kindOfAddress(url), source: { type: 'url', url } }));
  }
  return Promise.all(
    itemFiles(call).map(async (file) => {
      const { mimeType } = file;
      if (mimeType.startsWith('text/')) {
        const data = new TextDecoder().decode(await call.ctx.binary.read(file));
        return { type: 'document', source: { type: 'text', media_type: 'text/plain', data } };
      }
      const source = { type: 'base64', media_type: mimeType, data: await base64Of(call, file) };
      return { type: mimeType.startsWith('image/') ? 'image' : 'document', source };
    }),
  );
}

const kindOfAddress = (url: string): Kind => (/\.(?:png|jpe?g|gif|webp)$/i.test(new URL(url).pathname) ? 'image' : 'document');
