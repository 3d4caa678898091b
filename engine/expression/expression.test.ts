// Entry point of expressions: texts with and without code, nested parameters, errors with their location, and previews.
import { describe, expect, it } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { ExpressionSyntaxError, type ExpressionError } from './errors.ts';
import { isExpression } from '../contract/json.ts';
import { compileExpression, compileParameter, previewExpression, splitExpression, type CompiledValue } from './index.ts';
import { evaluate, evaluationError, itemsOf, sampleScope, type SampleRun } from '../testing/sample-run.ts';

const run: SampleRun = { items: itemsOf({ a: 1, s: 'text', o: { b: 2 }, l: [1, [2, 3]], n: null }) };
const read = (text: string, sampleRun: SampleRun = run): unknown => compileExpression(text).evaluate(sampleScope(sampleRun));

describe('texts with code', () => {
  it.each([
    ['={{ $json.a }}', 1],
    ['={{$json.o}}', { b: 2 }],
    ['={{ $json.none }}', undefined],
    ['=', ''],
    ['=plain', 'plain'],
    ['=a {{ $json.a }} b', 'a 1 b'],
    ['={{ $json.a }} ', '1 '],
    ['={{ $json.a }}{{ $json.s }}', '1text'],
    ['=[{{ $json.none }}|{{ $json.n }}|{{ null.x }}]', '[||]'],
    ['=[{{ $json.o }}|{{ $json.l }}|{{ true }}|{{ 0 }}|{{ NaN }}|{{ 5n }}]', '[[object Object]|1,2,3|true|0||5]'],
    ['=a {{ 1 }} {{ "}" }}', 'a 1 }'],
    ['=no \\{{ code }}', 'no \\{{ code }}'],
    ['=no \\{{ code \\}} but {{ 1 }}', 'no \\{{ code \\}} but 1'],
    ['=C:\\dir\\{{ 1 }}', 'C:\\dir\\{{ 1 }}'],
    ['={{ "\\}}" }}', '}}'],
    ['=open {{ $json.a', 'open 1'],
    ['=open {{ ', 'open '],
    ['={{ 1 }} {{', '1 '],
    ['={{ {a:{b:1}} }}', { a: { b: 1 } }],
    ['={{ [{a:{b:1}}].map(x => ({c:{d:x.a.b}}))[0].c.d }} and {{ 2 }}', '1 and 2'],
    ['={{ "a }} b" }}', 'a }} b'],
    ['=at {{ new Date(0) }}', `at ${String(new Date(0))}`],
    ['=at {{ $now.toUTC() }}', 'at 2024-05-30T10:15:30.000Z'],
    ['={\n\t"a": "{{ $json["s"] }}"\n}', '{\n\t"a": "text"\n}'],
    ['no equals sign', 'no equals sign'],
  ])('%s', (text, value) => expect(read(text)).toEqual(value));

  it('are compiled once', () => {
    expect(compileExpression('={{ $json.a }}')).toBe(compileExpression('={{ $json.a }}'));
    for (let index = 0; index < 5100; index++) compileExpression(`={{ ${index} }}`);
    expect(read('={{ $json.a }}')).toBe(1);
  });

  it('fail as a whole if a part fails', () => {
    expect(() => read('=a {{ $json.constructor }}')).toThrow('Cannot access "constructor"');
    expect(() => read('=a {{ given }}', { extra: { given: deep(100_000) } })).toThrow('nested too deeply');
  });
});

/** A deeply nested array. */
function deep(depth: number): unknown {
  let value: unknown[] = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe('splitting a text', () => {
  it.each([
    [
      '{{ 1 }}',
      [
        { type: 'text', text: '' },
        { type: 'code', text: ' 1 ', hasClosingBrackets: true },
      ],
    ],
    ['a \\{{ b }}', [{ type: 'text', text: 'a \\{{ b }}' }]],
    [
      'a {{ b',
      [
        { type: 'text', text: 'a ' },
        { type: 'code', text: ' b', hasClosingBrackets: false },
      ],
    ],
    [
      '{{ "\\}}" }} c',
      [
        { type: 'text', text: '' },
        { type: 'code', text: ' "}}" ', hasClosingBrackets: true },
        { type: 'text', text: ' c' },
      ],
    ],
    ['', [{ type: 'text', text: '' }]],
  ])('%s', (text, chunks) => expect(splitExpression(text)).toEqual(chunks));
});

describe('isExpression', () => {
  it.each([
    ['={{ 1 }}', true],
    ['=', true],
    ['x=1', false],
    ['', false],
    [5, false],
    [null, false],
  ])('%j: %s', (value, is) => expect(isExpression(value)).toBe(is));
});

describe('parameters of any nesting', () => {
  function valueOf(compiled: CompiledValue, sampleRun: SampleRun = run): unknown {
    return compiled.constant ? compiled.value : compiled.evaluate(sampleScope(sampleRun));
  }

  it('are shared if they contain no expression', () => {
    const value = { a: [1, { b: 'plain' }], d: new Date(0), n: null };
    const compiled = compileParameter(value);
    expect(compiled).toEqual({ constant: true, value });
    expect(compiled.constant && compiled.value).toBe(value);
  });

  it('are rebuilt otherwise', () => {
    const value = { a: '={{ $json.a }}', keep: { x: 1 }, list: [{ v: '=<{{ $json.s }}>' }, 2], plain: 'p' };
    const compiled = compileParameter(value);
    const result = valueOf(compiled) as typeof value;
    expect(result).toEqual({ a: 1, keep: { x: 1 }, list: [{ v: '<text>' }, 2], plain: 'p' });
    expect(result.keep).toBe(value.keep);
  });

  it('read their siblings', () => {
    expect(
      valueOf(
        compileParameter({
          key: 'title|display',
          type: '={{ $parameter["&key"].split("|")[1] }}',
          inner: { key: 'x', of: '={{ $parameter["&key"] }}', none: '={{ $parameter["&no"] }}' },
        }),
      ),
    ).toEqual({
      key: 'title|display',
      type: 'display',
      inner: { key: 'x', of: 'x', none: undefined },
    });
    expect(valueOf(compileParameter({ a: '={{ $parameter["&b"] }}', b: '={{ 1 + 1 }}' }))).toEqual({ a: 2, b: 2 });
  });

  it('may have any keys', () => {
    const hostile = JSON.parse('{ "__proto__": "={{ 1 }}", "constructor": "={{ 2 }}" }') as object;
    const result = valueOf(compileParameter(hostile)) as object;
    expect(Object.entries(result)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(valueOf(compileParameter(Object.assign(Object.create(null) as object, { a: '={{ 1 }}' })))).toEqual({ a: 1 });
  });

  it('report the path of a failure', () => {
    const compiled = compileParameter({ rules: { list: ['plain', { value: '={{ $json.constructor }}' }] } });
    const scope = sampleScope({ ...run, itemIndex: 0 });
    scope.parameter = 'options';
    let caught: unknown;
    try {
      if (!compiled.constant) compiled.evaluate(scope);
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ context: { parameter: 'options.rules.list[1].value', node: 'Here', itemIndex: 0 } });
    expect(scope.parameter).toBe('options');
    expect(() => valueOf(compileParameter(['={{ $json.constructor }}']))).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ parameter: '[0]' }) as unknown }) as Error,
    );
  });
});

describe('errors', () => {
  it('contain node, parameter, item and run', () => {
    const scope = sampleScope({ ...run, runIndex: 2, items: itemsOf({}, {}, {}, {}), itemIndex: 3 });
    scope.parameter = 'text';
    expect(() => compileExpression('={{ {}.constructor() }}').evaluate(scope)).toThrow(
      expect.objectContaining({
        name: 'ExpressionError',
        code: 'EXPRESSION_FORBIDDEN',
        context: { node: 'Here', parameter: 'text', itemIndex: 3, runIndex: 2 },
      }) as Error,
    );
  });

  it('of a text that does not compile are reported for each item', () => {
    const scope = sampleScope({ items: itemsOf({}, {}) });
    const expression = compileExpression('={{ 1 + }}');
    const failures = [0, 1].map((itemIndex) => {
      scope.itemIndex = itemIndex;
      try {
        return expression.evaluate(scope);
      } catch (error) {
        return error as ExpressionError;
      }
    });
    expect(failures).toMatchObject([
      { code: 'EXPRESSION_SYNTAX', message: 'invalid syntax: Unexpected token', context: { itemIndex: 0, type: 'invalid_syntax' } },
      { context: { itemIndex: 1 } },
    ]);
    expect(failures[0]).toBeInstanceOf(ExpressionSyntaxError);
    expect((failures[0] as Error).stack).toContain('invalid syntax');
  });

  it('suggest similar names', () => {
    expect(evaluationError('$json.a $json.b')).toMatchObject({ description: 'Near: $json.a $json.b' });
    expect(evaluationError('   ( ')).toMatchObject({ description: 'Near: (' });
    expect(evaluationError('async () => 1')).toMatchObject({ description: 'At: async () => 1', hint: 'Use a Code node for this.' });
  });

  it('of other modules pass through', () => {
    const nodeContext = (): never => {
      throw new AppError('STORE_FAILED', 'The store is gone');
    };
    expect(() => evaluate('$("Before").context', { nodeContext })).toThrow('The store is gone');
  });

  it('are AppErrors', () => expect(evaluationError('[].constructor')).toBeInstanceOf(AppError));
});

describe('previews', () => {
  it.each([
    ['={{ $json.a }}', { ok: true, value: 1 }],
    ['={{ $json.n }}', { ok: true, value: null }],
    ['=x {{ $json.none }}', { ok: true, value: 'x ' }],
    ['={{ $json.none }}', { ok: false, text: '[not found]', reason: 'missing' }],
    ['={{ $json.constructor }}', { ok: false, text: '[ERROR: Cannot access "constructor" due to security concerns]', reason: 'error' }],
    ['={{ $json. }}', { ok: false, text: '[invalid (invalid syntax: Unexpected token)]', reason: 'syntax' }],
    ['={{ $("Nope").item }}', { ok: false, text: "[ERROR: Referenced node doesn't exist]", reason: 'error' }],
  ])('%s', (text, preview) => expect(previewExpression(text, sampleScope(run))).toEqual(preview));
});
