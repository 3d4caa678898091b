// What the table of tags is doing: one row at most is being made, renamed or deleted, and the others rest.
import type { Tag } from '../../../engine/contract/rest/tags.ts';

export type TagEdit = { readonly kind: 'create' } | { readonly kind: 'update' | 'delete'; readonly id: string } | undefined;

/** Longest name of a tag, as the engine has it. */
export const TAG_LENGTH = 24;

export type TagFault = 'empty' | 'long' | 'taken';

/** What is wrong with a name; its own former name is right. */
export function tagFault(name: string, tags: readonly Tag[], ownId?: string): TagFault | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'empty';
  if (wanted.length > TAG_LENGTH) return 'long';
  const isTaken = tags.some((tag) => tag.id !== ownId && tag.name.toLowerCase() === wanted.toLowerCase());
  return isTaken ? 'taken' : undefined;
}

export const tagsFound = (tags: readonly Tag[], search: string): readonly Tag[] =>
  tags.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
