// Versions of the product that the engine knows.
import type { ProductVersion } from '../../engine/contract/rest/versions.ts';
import { api, query } from './base.ts';

export type Version = ProductVersion;

export const versionsApi = api.injectEndpoints({
  endpoints: () => ({
    /** Returns the current version, if known, and all newer ones, newest first. */
    versions: query('GET /versions'),
  }),
});

export const newerVersions = (versions: readonly Version[], current: string): readonly Version[] =>
  versions.filter(({ name }) => name !== current);

/** The engine lists no more than 100 newer versions, so that their exact number is unknown beyond. */
const MAX_COUNT = 99;

export const updatesBadge = (count: number): string => (count > MAX_COUNT ? `${MAX_COUNT}+` : String(count));

/** Returns whether the current version has a known security issue, and the version that fixes it, if known. */
export function securityIssue(versions: readonly Version[], current: string): { readonly fixedIn?: string } | undefined {
  const own = versions.find(({ name }) => name === current);
  if (own?.hasSecurityIssue !== true) return undefined;
  const fixedIn = newerVersions(versions, current).find(({ hasSecurityFix }) => hasSecurityFix === true)?.name;
  return fixedIn === undefined ? {} : { fixedIn };
}
