// State of the tag table: at most one row is being created, renamed or deleted.
import type { Tag } from '../../../engine/contract/rest/tags.ts';

export type TagEdit = { readonly kind: 'create' } | { readonly kind: 'update' | 'delete'; readonly id: string } | undefined;

/** Maximum length of a tag's name, as in the engine. */
export const TAG_LENGTH = 24;

export type TagFault = 'empty' | 'long' | 'taken';

/** Returns the error of a name; a tag's own former name is valid. */
export function tagFault(name: string, tags: readonly Tag[], ownId?: string): TagFault | undefined {
  const wanted = name.trim();
  if (wanted === '') return 'empty';
  if (wanted.length > TAG_LENGTH) return 'long';
  const isTaken = tags.some((tag) => tag.id !== ownId && tag.name.toLowerCase() === wanted.toLowerCase());
  return isTaken ? 'taken' : undefined;
}

export const tagsFound = (tags: readonly Tag[], search: string): readonly Tag[] =>
  tags.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
