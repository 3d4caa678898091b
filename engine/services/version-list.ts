// Validates responses of the versions service: known fields of the right type, within limits.
import type { ProductVersion } from '../contract/rest/versions.ts';
import { isRecord } from '../workflow/values/own-properties.ts';

/** Maximum number of newer versions. */
const MOST_VERSIONS = 100;
const MOST_NODES = 200;
const MOST_CHARACTERS = 5000;

/** Returns the valid versions, latest first, without those older than `current` if it is among them. */
export function knownVersions(response: unknown, current: string): readonly ProductVersion[] {
  const versions = (Array.isArray(response) ? response : [])
    .flatMap((entry) => versionOf(entry) ?? [])
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const own = versions.find(({ name }) => name === current);
  if (own === undefined) return versions.slice(0, MOST_VERSIONS);
  const newer = versions.filter((version) => version !== own && version.createdAt >= own.createdAt);
  // The own version says whether it has a security issue, and the latest fix what mends it, however many are newer.
  return [...withFix(newer.slice(0, MOST_VERSIONS), newer), own];
}

/** Returns the latest versions, with the latest security fix of all newer ones as the last if they contain none. */
function withFix(latest: readonly ProductVersion[], newer: readonly ProductVersion[]): readonly ProductVersion[] {
  const fix = newer.find(({ hasSecurityFix }) => hasSecurityFix === true);
  return fix === undefined || latest.includes(fix) ? latest : [...latest.slice(0, -1), fix];
}

function versionOf(value: unknown): ProductVersion | undefined {
  if (!isRecord(value)) return undefined;
  const { name, createdAt, description, documentationUrl, nodes } = value;
  const time = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
  if (typeof name !== 'string' || name === '' || Number.isNaN(time)) return undefined;
  return {
    name: shortened(name),
    createdAt: new Date(time).toISOString(),
    ...(typeof description === 'string' ? { description: shortened(description) } : {}),
    ...(isWebAddress(documentationUrl) ? { documentationUrl } : {}),
    ...(Array.isArray(nodes) ? { nodes: nodes.flatMap((node) => nodeOf(node) ?? []).slice(0, MOST_NODES) } : {}),
    ...flagsOf(value),
  };
}

function nodeOf(value: unknown): { name: string; displayName?: string } | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  const { name, displayName } = value;
  return { name: shortened(name), ...(typeof displayName === 'string' ? { displayName: shortened(displayName) } : {}) };
}

function flagsOf(
  value: Readonly<Record<string, unknown>>,
): Pick<ProductVersion, 'hasSecurityIssue' | 'hasSecurityFix' | 'hasBreakingChange'> {
  const names = ['hasSecurityIssue', 'hasSecurityFix', 'hasBreakingChange'] as const;
  return Object.fromEntries(names.filter((name) => typeof value[name] === 'boolean').map((name) => [name, value[name]]));
}

const shortened = (text: string): string => text.slice(0, MOST_CHARACTERS);

/** Only links to web pages are accepted. */
function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '');
}
