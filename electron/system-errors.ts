// Readable sentences for file errors of the operating system, whose messages consist of a code, a call and a path.
import { text, type TextKey } from './text.ts';

const sentences = {
  ENOENT: 'system.missing',
  ENOTDIR: 'system.missing',
  EACCES: 'system.notAllowed',
  EPERM: 'system.notAllowed',
  EROFS: 'system.readOnly',
  ENOSPC: 'system.full',
  EDQUOT: 'system.full',
  EISDIR: 'system.folder',
  EBUSY: 'system.busy',
  ETXTBSY: 'system.busy',
  EMFILE: 'system.tooMany',
  ENFILE: 'system.tooMany',
  ENAMETOOLONG: 'system.longName',
  EEXIST: 'system.exists',
  EIO: 'system.defect',
} as const satisfies Readonly<Record<string, TextKey>>;

/** The message of Node: code, description, call, and up to two paths. */
const nodeMessage = /^(E[A-Z]+): .+?, \w+(?: '(.*?)'(?: -> '.*')?)?$/s;

/** Returns undefined for other errors. Errors from other processes have no code, only a message. */
export function systemReasonOf(error: unknown): string | undefined {
  const { code, path, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly path?: unknown; readonly message?: string };
  const [, codeInMessage = '', pathInMessage = ''] = nodeMessage.exec(message) ?? [];
  const match = codeInMessage === '' ? code : codeInMessage;
  if (typeof match !== 'string') return undefined;
  const item = pathInMessage === '' ? path : pathInMessage;
  const params = { item: typeof item === 'string' ? text('system.named', { path: item }) : text('system.unnamed'), code: match };
  if (Object.hasOwn(sentences, match)) return text(sentences[match as keyof typeof sentences], params);
  return codeInMessage === '' ? undefined : text('system.other', params);
}
