// The list of credentials: its state in the URL, filtering and sorting.
import type { CredentialView } from '../../../engine/contract/rest/credentials.ts';

export const sortings = ['lastUpdated', 'lastCreated', 'nameAsc', 'nameDesc'] as const;
export type CredentialSorting = (typeof sortings)[number];

export interface CredentialFilter {
  readonly search: string;
  readonly sort: CredentialSorting;
  /** Names of types; empty for all. */
  readonly types: readonly string[];
  /** Id of a user; empty for all. */
  readonly ownedBy: string;
  readonly sharedWith: string;
  /** Whether credentials of other users are shown too. */
  readonly showsAll: boolean;
}

export const usualFilter: CredentialFilter = {
  search: '',
  sort: 'lastUpdated',
  types: [],
  ownedBy: '',
  sharedWith: '',
  showsAll: false,
};

/**
 * Returns the filter in a URL's query; unknown values count as absent. `owns`: whether the user has credentials of their own; otherwise those of
 * other users are shown by default.
 */
export function filterOf(params: URLSearchParams, owns: boolean): CredentialFilter {
  const show = params.get('show');
  const sort = params.get('sort');
  const ownedBy = params.get('ownedBy') ?? '';
  const sharedWith = params.get('sharedWith') ?? '';
  return {
    search: params.get('search') ?? '',
    sort: sortings.find((each) => each === sort) ?? usualFilter.sort,
    types: (params.get('types') ?? '').split(',').filter((type) => type !== ''),
    ownedBy,
    // A credential is not shared with its owner.
    sharedWith: sharedWith === ownedBy ? '' : sharedWith,
    showsAll: show === 'all' || (show !== 'mine' && !owns),
  };
}

/** Returns the query for a filter, without defaults. */
export function addressOf({ search, sort, types, ownedBy, sharedWith, showsAll }: CredentialFilter, owns: boolean): Record<string, string> {
  const all = {
    search,
    sort: sort === usualFilter.sort ? '' : sort,
    types: types.join(','),
    ownedBy,
    sharedWith,
    show: showsAll === !owns ? '' : showsAll ? 'all' : 'mine',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** Number of criteria selected in the filter's popup. */
export const criteriaOf = ({ types, ownedBy, sharedWith }: CredentialFilter): number =>
  types.length + Number(ownedBy !== '') + Number(sharedWith !== '');

const byName = (one: CredentialView, other: CredentialView): number =>
  one.name.localeCompare(other.name, undefined, { numeric: true, sensitivity: 'base' });
const comparisons: Readonly<Record<CredentialSorting, (one: CredentialView, other: CredentialView) => number>> = {
  lastUpdated: (one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt) || byName(one, other),
  lastCreated: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt) || byName(one, other),
  nameAsc: byName,
  nameDesc: (one, other) => byName(other, one),
};

/** Returns the matching credentials, sorted. The search covers names and display names of types. */
export function listedCredentials(
  credentials: readonly CredentialView[],
  { search, sort, types, ownedBy, sharedWith, showsAll }: CredentialFilter,
  typeName: (type: string) => string,
): readonly CredentialView[] {
  const searchText = search.trim().toLocaleLowerCase();
  return credentials
    .filter(({ permissions }) => showsAll || permissions.isOwner)
    .filter(({ name, type }) => `${name}\n${typeName(type)}`.toLocaleLowerCase().includes(searchText))
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .filter((credential) => ownedBy === '' || credential.ownedBy?.id === ownedBy)
    .filter((credential) => sharedWith === '' || credential.sharedWith.some(({ id }) => id === sharedWith))
    .toSorted(comparisons[sort]);
}
