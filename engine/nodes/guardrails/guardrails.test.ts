// Checks of texts, and texts without what was found.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { openAiRuns } from '../../testing/models/open-ai-runs.ts';
import type { RootOutcome } from '../../testing/models/run-root-node.ts';
import type { Script } from '../../testing/models/scripted-model.ts';

const { run, bodies, messages } = openAiRuns();

const check = (text: string, guardrails: JsonObject, more: JsonObject = {}, script: Script = [], version = 2): Promise<RootOutcome> =>
  run(script, { type: 'guardrails', version, parameters: { text, guardrails, ...more } });

/** The index of the output with the item, and its json. */
function routed({ runData, error }: RootOutcome): { readonly output: number; readonly json: JsonObject } {
  expect(error).toBeUndefined();
  const outputs = runData['Root']?.[0]?.data?.['main'] ?? [];
  const output = outputs.findIndex((items) => (items?.length ?? 0) > 0);
  return { output, json: outputs[output]?.[0]?.json ?? {} };
}

const value = (values: JsonObject): JsonObject => ({ value: values });
const FAIL = 1;
const PASS = 0;
const clean = 'See you on the other side of the river, where 12 apples grow.';

describe('a check without a model', () => {
  it.each<[string, JsonObject, string, number]>([
    ['keywords', { keywords: 'secret plan, bomb' }, 'The Secret Plan!', FAIL],
    ['keywords within words', { keywords: 'bomb' }, 'bombastic', PASS],
    ['keywords with signs', { keywords: 'c++, (a' }, 'I write C++', FAIL],
    ['an e-mail address', { pii: value({ type: 'all' }) }, 'Write to ada@example.com', FAIL],
    ['other personal data', { pii: value({ type: 'selected', entities: ['US_SSN'] }) }, 'Write to ada@example.com', PASS],
    ['a clean text', { pii: value({ type: 'all' }), secretKeys: value({ permissiveness: 'balanced' }), urls: value({}) }, clean, PASS],
    ['a key', { secretKeys: value({ permissiveness: 'permissive' }) }, 'sk-abcdefghijklmnop1234', FAIL],
    ['a random word', { secretKeys: value({ permissiveness: 'balanced' }) }, 'xK9#mPq2vL8$nRt5', FAIL],
    ['a word that is random for strict rules', { secretKeys: value({ permissiveness: 'strict' }) }, 'abcdef12345xyz', FAIL],
    ['the same word for others', { secretKeys: value({ permissiveness: 'balanced' }) }, 'abcdef12345xyz', PASS],
    ['a private key', { secretKeys: value({ permissiveness: 'permissive' }) }, '-----BEGIN RSA PRIVATE KEY-----', FAIL],
    ['an address', { urls: value({ allowedUrls: '' }) }, 'see https://evil.example', FAIL],
    ['an allowed address', { urls: value({ allowedUrls: 'example.com' }) }, 'see https://www.example.com/a', PASS],
    ['an allowed address with a host behind it', { urls: value({ allowedUrls: 'example.com' }) }, 'https://example.com.evil.org', FAIL],
    ['a subdomain', { urls: value({ allowedUrls: 'example.com', allowSubdomains: false }) }, 'https://a.example.com', FAIL],
    ['another path', { urls: value({ allowedUrls: 'https://example.com/help' }) }, 'https://example.com/helper', FAIL],
    ['a path', { urls: value({ allowedUrls: 'https://example.com/help' }) }, 'https://example.com/help/1', PASS],
    ['a scheme', { urls: value({ allowedUrls: 'example.com' }) }, 'http://example.com', FAIL],
    ['a script', { urls: value({ allowedUrls: 'example.com' }) }, 'javascript:alert(1)', FAIL],
    ['a password', { urls: value({ allowedUrls: 'example.com' }) }, 'https://user:pw@example.com', FAIL],
    ['a password that may be', { urls: value({ allowedUrls: 'example.com', blockUserinfo: false }) }, 'https://user:pw@example.com', PASS],
    ['an address without scheme', { urls: value({ allowedUrls: '' }) }, 'go to evil.example/path', FAIL],
    ['a pattern', { customRegex: { regex: [{ name: 'ORDER', value: '/order-\\d+/i' }] } }, 'ORDER-12', FAIL],
  ])('of %s', async (_, guardrails, text, expected) => {
    const { output, json } = routed(await check(text, guardrails));
    expect(output).toBe(expected);
    expect(json['guardrailsInput']).toBe(text);
  });

  it('lists what the violated checks have found', async () => {
    const guardrails = {
      pii: value({ type: 'all' }),
      secretKeys: value({}),
      urls: value({ allowedUrls: 'ok.example' }),
      customRegex: { regex: [{ name: 'NONE', value: 'zzz' }] },
      keywords: 'or',
    };
    const { json } = routed(
      await check('ada@example.com or sk-abcdefghijklmnop1234, see https://evil.example, https://ok.example', guardrails),
    );
    expect(json['checks']).toEqual([
      { name: 'personalData', triggered: true, info: { analyzerResults: [{ entityType: 'EMAIL_ADDRESS', text: 'ada@example.com' }] } },
      { name: 'secretKeys', triggered: true, info: { detectedSecrets: ['sk-abcdefghijklmnop1234'] } },
      {
        name: 'urls',
        triggered: true,
        info: {
          detected: ['https://evil.example', 'https://ok.example'],
          allowed: ['https://ok.example'],
          blocked: ['https://evil.example'],
          blockedReasons: ['https://evil.example: Not in allow list'],
        },
      },
    ]);
    expect(routed(await check('this or that', guardrails)).json['checks']).toEqual([
      { name: 'keywords', triggered: true, info: { matchedKeywords: ['or'] } },
    ]);
  });

  it('lists all checks of a text without violations', async () => {
    const guardrails = {
      pii: value({ type: 'all' }),
      secretKeys: value({}),
      urls: value({}),
      customRegex: { regex: [{ name: 'NONE', value: 'zzz' }] },
      keywords: 'bomb',
    };
    expect(routed(await check('hello', guardrails)).json['checks']).toEqual([
      { name: 'personalData', triggered: false, info: { analyzerResults: [] } },
      { name: 'customRegex', triggered: false, info: { analyzerResults: [] } },
      { name: 'secretKeys', triggered: false, info: { detectedSecrets: [] } },
      { name: 'urls', triggered: false, info: { detected: [], allowed: [], blocked: [], blockedReasons: [] } },
      { name: 'keywords', triggered: false, info: { matchedKeywords: [] } },
    ]);
  });

  it.each([
    ['CREDIT_CARD', '4111 1111 1111 1111', '4111 1111 1111 1112'],
    ['IBAN_CODE', 'DE89 3704 0044 0532 0130 00', 'DE88 3704 0044 0532 0130 00'],
    ['CRYPTO', '0x52908400098527886E0F7030069857D2E4169EE7', '0x5290'],
    ['IP_ADDRESS', '192.168.1.1', '999.1.1.1'],
    ['IP_ADDRESS', '2001:db8::1', '12:30'],
    ['DATE_TIME', '2026-01-31', '20260131'],
    ['DATE_TIME', 'March 3, 2026', 'Marching 3'],
    ['LOCATION', '12 Baker Street', '12 Baker'],
    ['PHONE_NUMBER', '+49 30 1234567', '2026-01-31'],
    ['US_SSN', '123-45-6789', '000-45-6789'],
    ['US_ITIN', '912-70-1234', '812-70-1234'],
    ['US_BANK_NUMBER', 'account 123456789', '123456789'],
    ['UK_NHS', '943 476 5919', '943 476 5918'],
    ['UK_NINO', 'AB123456C', 'AB123456E'],
    ['ES_NIF', '12345678Z', '12345678A'],
    ['ES_NIE', 'X1234567L', 'X1234567A'],
    ['IT_FISCAL_CODE', 'RSSMRA85T10A562S', 'RSSMRA85T10A562'],
    ['PL_PESEL', '44051401359', '44051401358'],
    ['SG_NRIC_FIN', 'S1234567D', 'A1234567D'],
    ['AU_ABN', '51 824 753 556', '51 824 753 557'],
    ['AU_ACN', '004 085 616', '004 085 617'],
    ['AU_TFN', '123 456 782', '123 456 789'],
    ['AU_MEDICARE', '2123 45670 1', '2123 45671 1'],
    ['IN_PAN', 'ABCDE1234F', 'ABCDE12345'],
    ['IN_AADHAAR', '2345 6789 0123', '234567890123'],
    ['FI_PERSONAL_IDENTITY_CODE', '131052-308T', '131052-308U'],
    ['MEDICAL_LICENSE', 'AB1234563', 'AB1234567'],
  ])('finds %s: %s, and not %s', async (kind, yes, no) => {
    const guardrails = { pii: value({ type: 'selected', entities: [kind] }) };
    expect(routed(await check(`It is ${yes}.`, guardrails)).output).toBe(FAIL);
    expect(routed(await check(`It is ${no}.`, guardrails)).output).toBe(PASS);
  });

  it.each([1, 2])('replaces what it has found by placeholders in version %d', async (version) => {
    const text = 'I am ada@example.com, my key is sk-abcdefghijklmnop1234, see http://evil.example and order-7.';
    const guardrails = {
      pii: value({ type: 'all' }),
      secretKeys: value({ permissiveness: 'balanced' }),
      urls: value({}),
      customRegex: { regex: [{ name: 'ORDER', value: 'order-\\d' }] },
    };
    const { json } = routed(await check(text, guardrails, { operation: 'sanitize' }, [], version));
    expect(json['guardrailsInput']).toBe(
      'I am <EMAIL_ADDRESS>, my key is <SECRET> see <URL> and <ORDER>.'.replace('<SECRET> see', '<SECRET>, see'),
    );
  });

  it('does not hang on a pattern with catastrophic backtracking, and rejects what is no pattern', async () => {
    const pattern = (regex: string): JsonObject => ({ customRegex: { regex: [{ name: 'A', value: regex }] } });
    expect(routed(await check(`${'a'.repeat(50)}!`, pattern('^(a+)+$'))).output).toBe(PASS);
    expect((await check('a', pattern('('))).error).toContain('is not a regular expression');
  });

  it('checks a long text', async () => {
    const guardrails = { pii: value({ type: 'all' }), secretKeys: value({}), urls: value({}), keywords: 'a, b' };
    expect(routed(await check('a.b-1 2@c '.repeat(2000), guardrails)).output).toBe(FAIL);
  });
});

describe('a check by a model', () => {
  const flagged = (confidenceScore: number, isFlagged = true): Script => [
    { text: JSON.stringify({ flagged: isFlagged, confidenceScore }) },
  ];

  it.each<[string, JsonObject, Script, number]>([
    ['jailbreak', { jailbreak: value({ threshold: 0.7 }) }, flagged(0.9), FAIL],
    ['jailbreak', { jailbreak: value({ threshold: 0.95 }) }, flagged(0.9), PASS],
    ['nsfw', { nsfw: value({ threshold: 0.7 }) }, flagged(0.9, false), PASS],
    ['topicalAlignment', { topicalAlignment: value({ threshold: 0.7, prompt: 'Only cats' }) }, flagged(0.8), FAIL],
    ['Rude', { custom: { guardrail: [{ name: 'Rude', threshold: 0.5, prompt: 'Is it rude?' }] } }, flagged(0.6), FAIL],
  ])('%s', async (name, guardrails, script, expected) => {
    const { output, json } = routed(await check('Hello', guardrails, {}, script));
    expect(output).toBe(expected);
    expect(json['checks']).toMatchObject([{ name, triggered: expected === FAIL, executionFailed: false, info: {} }]);
  });

  it('uses prompts of the user', async () => {
    const guardrails = { jailbreak: value({ threshold: 0.7, customizePrompt: true, prompt: 'Find tricks' }) };
    await check('Hello', guardrails, { customizeSystemMessage: true, systemMessage: 'Be strict' }, flagged(0));
    expect(messages()[0]?.['content']).toMatch(/^Find tricks\n\nBe strict\n\nAnswer only with JSON/);
  });

  it('is not asked about what is a violation anyway', async () => {
    const outcome = await check('bomb', { keywords: 'bomb', jailbreak: value({ threshold: 0.7 }) }, {}, flagged(0));
    expect(routed(outcome).output).toBe(FAIL);
    expect(bodies()).toEqual([]);
  });

  it('fails if the model does not answer', async () => {
    expect((await check('Hello', { nsfw: value({ threshold: 0.7 }) }, {}, [{ status: 400, error: 'Broken' }])).error).toContain('Broken');
  });
});
