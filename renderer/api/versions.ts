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

/** Returns whether the current version has a known security issue, and the version that fixes it, if known. */
export function securityIssue(versions: readonly Version[], current: string): { readonly fixedIn?: string } | undefined {
  const own = versions.find(({ name }) => name === current);
  if (own?.hasSecurityIssue !== true) return undefined;
  const fixedIn = newerVersions(versions, current).find(({ hasSecurityFix }) => hasSecurityFix === true)?.name;
  return fixedIn === undefined ? {} : { fixedIn };
}
