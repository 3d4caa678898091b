// Checks of a text that need no model.
import type { JsonObject } from '../../contract/json.ts';
import { safePattern } from '../../expression/index.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { writtenPattern } from '../_shared/conditions-v1.ts';
import type { Finding } from './findings.ts';
import { personalDataIn, personalKinds, type PersonalKind } from './personal-data.ts';
import { secretKeysIn } from './secret-keys.ts';
import { urlsIn, type FoundUrl, type UrlRules } from './urls.ts';

export interface LocalCheck {
  readonly name: string;
  readonly findings: readonly Finding[];
  /** What was found, as workflows read it. */
  readonly info: JsonObject;
}

/** Runs the checks that the user has added, and whose findings can be replaced. */
export function localChecks(ctx: ExecuteContext, itemIndex: number, text: string): readonly LocalCheck[] {
  const checks: LocalCheck[] = [];
  const has = (name: string): boolean => ctx.param(`guardrails.${name}`, itemIndex) !== undefined;
  if (has('pii')) checks.push(entityCheck('personalData', personalDataIn(text, requestedKinds(ctx, itemIndex))));
  if (has('customRegex')) checks.push(entityCheck('customRegex', matchesIn(text, ctx, itemIndex)));
  if (has('secretKeys')) {
    const findings = secretKeysIn(text, ctx.param('guardrails.secretKeys.value.permissiveness', itemIndex, 'balanced'));
    checks.push({ name: 'secretKeys', findings, info: { detectedSecrets: textsOf(findings) } });
  }
  if (has('urls')) checks.push(urlCheck(urlsIn(text, urlRules(ctx, itemIndex))));
  return checks;
}

/** Runs the check of keywords, if the user has added it. */
export function keywordChecks(ctx: ExecuteContext, itemIndex: number, text: string): readonly LocalCheck[] {
  if (ctx.param('guardrails.keywords', itemIndex) === undefined) return [];
  const findings = keywordsIn(text, listOf(ctx.param('guardrails.keywords', itemIndex, '')));
  return [{ name: 'keywords', findings, info: { matchedKeywords: [...new Set(findings.map(({ kind }) => kind))] } }];
}

const textsOf = (findings: readonly Finding[]): readonly string[] => [...new Set(findings.map(({ text }) => text))];

const entityCheck = (name: string, findings: readonly Finding[]): LocalCheck => ({
  name,
  findings,
  info: { analyzerResults: findings.map(({ kind, text }) => ({ entityType: kind, text })) },
});

function urlCheck(urls: readonly FoundUrl[]): LocalCheck {
  const blocked = urls.filter(({ reason }) => reason !== undefined);
  const addressesOf = (found: readonly FoundUrl[]): readonly string[] => found.map(({ finding }) => finding.text);
  return {
    name: 'urls',
    findings: blocked.map(({ finding }) => finding),
    info: {
      detected: addressesOf(urls),
      allowed: addressesOf(urls.filter(({ reason }) => reason === undefined)),
      blocked: addressesOf(blocked),
      blockedReasons: blocked.map(({ finding, reason = '' }) => `${finding.text}: ${reason}`),
    },
  };
}

function matchesIn(text: string, ctx: ExecuteContext, itemIndex: number): readonly Finding[] {
  const patterns = ctx.param<readonly { readonly name?: string; readonly value?: string }[]>('guardrails.customRegex.regex', itemIndex, []);
  return (Array.isArray(patterns) ? (patterns as typeof patterns) : []).flatMap(({ name = '', value = '' }) =>
    value === ''
      ? []
      : writtenPattern(value)
          .matchAll(text)
          .filter(([found]) => found !== '')
          .map(({ 0: found, index }) => ({ kind: name === '' ? 'CUSTOM' : name, text: found, start: index })),
  );
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Keywords are whole words. */
function keywordsIn(text: string, keywords: readonly string[]): readonly Finding[] {
  return keywords.flatMap((keyword) => {
    const escaped = keyword.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    const pattern = safePattern(String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])`, 'iu');
    return pattern.matchAll(text).map(({ 0: found, index }) => ({ kind: keyword, text: found, start: index }));
  });
}

function requestedKinds(ctx: ExecuteContext, itemIndex: number): readonly PersonalKind[] {
  if (ctx.param('guardrails.pii.value.type', itemIndex, 'all') !== 'selected') return personalKinds;
  const selected = ctx.param<readonly string[]>('guardrails.pii.value.entities', itemIndex, []);
  return personalKinds.filter((kind) => Array.isArray(selected) && selected.includes(kind));
}

function urlRules(ctx: ExecuteContext, itemIndex: number): UrlRules {
  const path = 'guardrails.urls.value';
  const schemes = ctx.param<readonly string[]>(`${path}.allowedSchemes`, itemIndex, ['https']);
  return {
    allowed: listOf(ctx.param(`${path}.allowedUrls`, itemIndex, '')),
    schemes: Array.isArray(schemes) ? (schemes as readonly string[]) : ['https'],
    blocksUserinfo: ctx.param(`${path}.blockUserinfo`, itemIndex, true),
    allowsSubdomains: ctx.param(`${path}.allowSubdomains`, itemIndex, true),
  };
}
