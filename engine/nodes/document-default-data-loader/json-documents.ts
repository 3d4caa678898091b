// The texts in JSON, each as a document.
import type { ExecuteContext, TextDocument } from '../../sdk/index.ts';
import { isRecord, ownValue } from '../../workflow/values/own-properties.ts';

/** Returns the JSON pointers of the options, as lists of names. */
export const pointersOf = (ctx: ExecuteContext, itemIndex: number): readonly (readonly string[])[] =>
  ctx
    .param('options.pointers', itemIndex, '')
    .split(',')
    .map((pointer) => pointer.trim())
    .filter((pointer) => pointer !== '')
    .map((pointer) => {
      const names = pointer.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
      return names[0] === '' ? names.slice(1) : names;
    });

/** Returns a document per text. With pointers, only of what they name, in the value and in each object within it. */
export const documentsOfJson = (value: unknown, pointers: readonly (readonly string[])[]): readonly TextDocument[] => {
  const texts = pointers.length === 0 ? textsIn(value) : textsAt(value, pointers);
  const filled = texts.filter((text) => text.trim() !== '');
  return filled.map((pageContent, index) => ({ pageContent, metadata: { source: 'blob', blobType: 'application/json', line: index + 1 } }));
};

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return childrenOf(value).flatMap((child) => textsIn(child));
}

function textsAt(value: unknown, pointers: readonly (readonly string[])[]): readonly string[] {
  const targets = pointers
    .map((names) => names.reduce<unknown>((at, name) => childOf(at, name), value))
    .filter((target) => target !== undefined);
  if (targets.length > 0) return targets.flatMap((target) => textsIn(target));
  return childrenOf(value).flatMap((child) => textsAt(child, pointers));
}

const childOf = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? (value as readonly unknown[])[Number(name)] : isRecord(value) ? ownValue(value, name) : undefined;

const childrenOf = (value: unknown): readonly unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []);
