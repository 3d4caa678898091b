import { describe, expect, it } from 'vitest';
import { credentialExpression, namesSecretsOnly, secretsNamed } from './credential-text.ts';
import { storedText } from './fixed-text.ts';

describe('values of credentials', () => {
  it.each([
    ['abc', undefined],
    ['=abc123', undefined],
    ['==abc', undefined],
    ['=a{{b', undefined],
    ['a{{b}}c', undefined],
    ['{{ $json.token }}', undefined],
    ['={{ $vars.a }}', '={{ $vars.a }}'],
    ['={{ $secrets.env.KEY }}', '={{ $secrets.env.KEY }}'],
    ['{{ $secrets.env.KEY }}', '={{ $secrets.env.KEY }}'],
    ['Bearer {{ $secrets.env.KEY }}', '=Bearer {{ $secrets.env.KEY }}'],
    ['$secrets.env.KEY', undefined],
    [443, undefined],
  ])('%j has the expression %j', (value, expected) => expect(credentialExpression(value)).toBe(expected));

  it('are not evaluated if they were entered as text with code', () =>
    expect(credentialExpression(storedText('={{ $json.a }}'))).toBe(`={{ "={{ $json.a \\}}" }}`));

  it.each<[string, readonly string[], boolean]>([
    ['={{ $secrets.env.API_KEY }}', ['env.API_KEY'], true],
    ['={{ $secrets.file["api-key"] }}', ['file.api-key'], true],
    ['={{ $secrets.env.A }}{{ $secrets.env.B }} {{ $secrets.env.A }}', ['env.A', 'env.B'], true],
    ['=Bearer {{ $secrets.env.A }}', ['env.A'], false],
    ['={{ $secrets.env.A + "x" }}', ['env.A'], false],
    ['={{ $json.a }}', [], false],
    ['=$secrets.env.A', [], false],
  ])('%s names %j', (expression, names, isOnly) => {
    expect(secretsNamed(expression)).toEqual(names);
    expect(namesSecretsOnly(expression)).toBe(isOnly);
  });
});
