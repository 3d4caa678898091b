// The messages of a chain: those of the parameter, with images, and the prompt at the end.
import type { FilePart, ModelMessage, UserContent } from 'ai';
import type { Item } from '../../contract/run-data.ts';
import { NodeError, type ExecuteContext } from '../../sdk/index.ts';
import { fileOf } from '../_shared/files/item-files.ts';

interface MessageValue {
  readonly type?: string;
  readonly messageType?: string;
  readonly message?: unknown;
  readonly binaryImageDataKey?: string;
  readonly imageUrl?: string;
  readonly imageDetail?: string;
}

/** Returns the messages for the model. Images that come last are part of the prompt. Throws NodeError. */
export async function messagesOf(ctx: ExecuteContext, item: Item, itemIndex: number, prompt: string): Promise<readonly ModelMessage[]> {
  const values = ctx.param<readonly MessageValue[]>('messages.messageValues', itemIndex, []);
  const messages: ModelMessage[] = [];
  let images: FilePart[] = [];
  const addImages = (text: string | undefined): void => {
    const content: Exclude<UserContent, string> = [...images, ...(text === undefined ? [] : [{ type: 'text' as const, text }])];
    if (images.length > 0 || text !== undefined) messages.push({ role: 'user', content: images.length === 0 ? (text ?? '') : content });
    images = [];
  };
  for (const value of Array.isArray(values) ? values : []) {
    const { type = 'SystemMessagePromptTemplate', messageType = 'text' } = value;
    const text = textOf(value.message);
    if (type === 'HumanMessagePromptTemplate' && messageType !== 'text') {
      images.push(messageType === 'imageUrl' ? linkedImage(value) : await imageOfItem(ctx, item, itemIndex, value));
      continue;
    }
    addImages(undefined);
    if (text === '') continue;
    messages.push({ role: roles.get(type) ?? 'user', content: text });
  }
  addImages(prompt);
  return messages;
}

const roles: ReadonlyMap<string, 'system' | 'assistant'> = new Map([
  ['SystemMessagePromptTemplate', 'system'],
  ['AIMessagePromptTemplate', 'assistant'],
] as const);

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

async function imageOfItem(ctx: ExecuteContext, item: Item, itemIndex: number, value: MessageValue): Promise<FilePart> {
  const { binaryImageDataKey: name = 'data' } = value;
  const entry = fileOf(item, name, itemIndex, 'messages');
  if (!entry.mimeType.startsWith('image/')) {
    throw new NodeError(`The file in the field "${name}" is not an image, but of the type "${entry.mimeType}".`, { parameter: 'messages' });
  }
  return { type: 'file', data: await ctx.binary.read(entry), mediaType: entry.mimeType, ...detailOf(value) };
}

/** The service fetches the image; the engine does not. */
function linkedImage(value: MessageValue): FilePart {
  const { imageUrl = '' } = value;
  const url = URL.canParse(imageUrl) ? new URL(imageUrl) : undefined;
  if (url === undefined || !['http:', 'https:', 'data:'].includes(url.protocol)) {
    throw new NodeError(`"${imageUrl}" is not the address of an image.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'messages',
      hint: 'Enter an address that starts with "https://".',
    });
  }
  return { type: 'file', data: url, mediaType: 'image/*', ...detailOf(value) };
}

const detailOf = ({ imageDetail = 'auto' }: MessageValue): Pick<FilePart, 'providerOptions'> =>
  imageDetail === 'auto' ? {} : { providerOptions: { openai: { imageDetail } } };
