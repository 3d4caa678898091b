// Checks of a text that need no model.
import { safePattern } from '../../expression/index.ts';
import type { ExecuteContext } from '../../sdk/index.ts';
import { writtenPattern } from '../_shared/conditions-v1.ts';
import type { Finding } from './findings.ts';
import { personalDataIn, personalKinds, type PersonalKind } from './personal-data.ts';
import { secretKeysIn } from './secret-keys.ts';
import { blockedUrlsIn } from './urls.ts';

export interface LocalCheck {
  readonly name: string;
  readonly findings: readonly Finding[];
}

/** Runs the checks that the user has added. */
export function localChecks(ctx: ExecuteContext, itemIndex: number, text: string): readonly LocalCheck[] {
  const checks: LocalCheck[] = [];
  const has = (name: string): boolean => ctx.param(`guardrails.${name}`, itemIndex) !== undefined;
  if (ctx.param('operation', itemIndex, 'classify') === 'classify' && has('keywords'))
    checks.push({ name: 'keywords', findings: keywordsIn(text, listOf(ctx.param('guardrails.keywords', itemIndex, ''))) });
  if (has('pii')) checks.push({ name: 'personalData', findings: personalDataIn(text, requestedKinds(ctx, itemIndex)) });
  if (has('secretKeys')) {
    const permissiveness = ctx.param('guardrails.secretKeys.value.permissiveness', itemIndex, 'balanced');
    checks.push({ name: 'secretKeys', findings: secretKeysIn(text, permissiveness) });
  }
  if (has('urls')) checks.push({ name: 'urls', findings: blockedUrlsIn(text, urlRules(ctx, itemIndex)) });
  if (has('customRegex')) {
    const patterns = ctx.param<readonly { readonly name?: string; readonly value?: string }[]>(
      'guardrails.customRegex.regex',
      itemIndex,
      [],
    );
    for (const { name = '', value = '' } of Array.isArray(patterns) ? (patterns as typeof patterns) : []) {
      if (value === '') continue;
      const findings = writtenPattern(value)
        .matchAll(text)
        .filter(([found]) => found !== '')
        .map(({ 0: found, index }) => ({ kind: name === '' ? 'CUSTOM' : name, text: found, start: index }));
      checks.push({ name: name === '' ? 'customRegex' : name, findings });
    }
  }
  return checks;
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

function urlRules(ctx: ExecuteContext, itemIndex: number) {
  const path = 'guardrails.urls.value';
  const schemes = ctx.param<readonly string[]>(`${path}.allowedSchemes`, itemIndex, ['https']);
  return {
    allowed: listOf(ctx.param(`${path}.allowedUrls`, itemIndex, '')),
    schemes: Array.isArray(schemes) ? (schemes as readonly string[]) : ['https'],
    blocksUserinfo: ctx.param(`${path}.blockUserinfo`, itemIndex, true),
    allowsSubdomains: ctx.param(`${path}.allowSubdomains`, itemIndex, true),
  };
}
