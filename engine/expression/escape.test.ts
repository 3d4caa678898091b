// Attempts to escape from an expression: each name that leads to the host in every spelling, and known exploits of other sandboxes.
import { describe, expect, it } from 'vitest';
import {
  absentNames,
  hostBehindHelpers,
  hostNames,
  hostValues,
  prototypeNames,
  rejectedClasses,
  rejectedPrototypeKeys,
  rejectedSpreads,
  rejectedWithStatements,
  spell,
  spellings,
} from '../testing/hostile-expressions.ts';
import { evaluate, evaluationError, itemsOf, sampleScope } from '../testing/sample-run.ts';
import { ExpressionError } from './errors.ts';
import { compileExpression } from './index.ts';

/** Returns the outcome: rejected, or a harmless primitive or nothing. Anything else is an escape. */
function outcome(code: string): string {
  try {
    const value = evaluate(code, { items: itemsOf({ a: 1 }) });
    return value === undefined || value === false ? 'nothing' : `${typeof value} ${String(value)}`;
  } catch (error) {
    return error instanceof ExpressionError ? error.code : String(error);
  }
}

describe.each(Object.entries(spellings))('%s', (_, form) => {
  it.each([...prototypeNames, ...hostNames])('%s is rejected on an object', (name) => {
    const error = evaluationError(spell(form, '({})', name));
    expect(error).toMatchObject({
      code: 'EXPRESSION_FORBIDDEN',
      message: expect.stringMatching(/^Cannot .* due to security concerns$/) as string,
    });
  });

  it.each(hostNames)('%s is rejected on a text and a number', (name) => {
    const ways = ['"text"', '(5)'].map((value) => outcome(spell(form, value, name)));
    expect(ways.filter((result) => result !== 'EXPRESSION_FORBIDDEN' && result !== 'nothing')).toEqual([]);
  });

  it('rejects constructor on every kind of value', () => {
    const ways = hostValues.map((value) => [value, outcome(spell(form, value, 'constructor'))]);
    // `in` and destructuring fail for primitives anyway.
    expect(ways.filter(([, result]) => result !== 'EXPRESSION_FORBIDDEN' && result !== 'nothing')).toEqual([]);
  });
});

it.each(hostNames)('%s is rejected on primitives', (name) => {
  for (const value of ['"text"', '(5)', 'true', '(() => 1)']) expect(outcome(`${value}.${name}`)).toBe('EXPRESSION_FORBIDDEN');
});

describe('deliberately missing names', () => {
  it.each(absentNames)('%s is undefined and cannot be called', (name) => {
    expect(evaluate(`Object.${name}`)).toBeUndefined();
    expect(evaluate(`Error["${name}"]`)).toBeUndefined();
    expect(evaluationError(`Object.${name}({}, "x", {})`).message).toBe(`Cannot access "${name}" due to security concerns`);
    expect(evaluationError(`Error["${name}"]({})`).message).toBe(`Cannot access "${name}" due to security concerns`);
  });
});

describe('fields of data with such names', () => {
  it.each(hostNames)('%s is readable as data', (name) => {
    const run = { items: [{ json: { [name]: 'data' } }] };
    expect(evaluate(`$json.${name}`, run)).toBe('data');
    expect(evaluate(`$json["${name}"]`, run)).toBe('data');
    expect(evaluate(`(() => { const { ${name}: x } = $json; return x; })()`, run)).toBe('data');
    expect(evaluate(`(() => { const { ["${name}"]: x } = $json; return x; })()`, run)).toBe('data');
  });

  it.each(['constructor', 'prototype', '__proto__'])('%s is still rejected', (name) => {
    const json = JSON.parse(`{ "${name}": 1 }`) as Record<string, unknown>;
    expect(evaluationError(`$json.${name}`, { items: [{ json }] })).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' });
  });
});

describe('bare names', () => {
  it.each(prototypeNames)('%s is rejected', (name) =>
    expect(evaluationError(name).message).toBe(`Cannot access "${name}" due to security concerns`),
  );

  it('may be variables', () => expect(evaluate('(() => { const constructor = 1; return constructor; })()')).toBe(1));

  it.each([
    'const ___data = 1; 1',
    '(([___data]) => 1)([1])',
    '(() => { function ___data() {} return 1; })()',
    '___data = 1',
    'for ([___data] of [[1]]) 1',
    '(() => { try { throw 1 } catch (___e) {} })()',
  ])('%s takes a reserved name', (code) =>
    expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN', name: 'ExpressionReservedVariableError' }),
  );
});

describe('classes', () => {
  it.each(rejectedClasses)('%s is rejected', (code) =>
    expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN', name: 'ExpressionClassExtensionError' }),
  );

  it.each(rejectedPrototypeKeys)('%s is rejected', (code) => expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' }));
});

describe('spread of host globals', () => {
  it.each(rejectedSpreads)('%s is rejected', (code) =>
    expect(evaluationError(code).message).toMatch(/^Cannot spread "\w+" due to security concerns$/),
  );

  it('is allowed if the name is data', () => {
    expect(evaluate('({ ...process }).pid', { extra: { process: { pid: -1 } } })).toBe(-1);
    expect(evaluate('(() => { const process = [1]; return [...process]; })()')).toEqual([1]);
  });
});

describe('with', () => {
  it.each(rejectedWithStatements)('%s is rejected', (code) =>
    expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN', name: 'ExpressionWithStatementError' }),
  );
});

describe('this', () => {
  it.each([
    ['this.process', {}],
    ['this?.process?.env', undefined],
    ['(() => this.process.mainModule === undefined)()', 'refused'],
    ['(function () { return this.global })()', {}],
    ['[1].map(function () { return this.process })', [{}]],
    ['(function () { return (function () { return this.process.env })() })()', undefined],
    ['(() => { const f = function () { return this.require }; return f.call(undefined) })()', {}],
    ['JSON.parse("[1]", function () { return typeof this.process })', 'undefined'],
    ['"a".replace(/a/, function () { return typeof this.process.env })', 'undefined'],
  ])('%s', (code, value) => {
    if (value === 'refused') expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' });
    else expect(evaluate(code)).toEqual(value);
  });
});

describe('keys that change between check and use', () => {
  it('are converted once', () => {
    const bypass =
      '(() => { let n = 0; const key = { toString: () => (n++ === 0 ? "a" : "constructor") }; return [({ a: 1 })[key], n]; })()';
    expect(evaluate(bypass)).toEqual([1, 1]);
    expect(
      evaluate(
        '(() => { let n = 0; const key = { toString: () => (n++ === 0 ? "a" : "constructor") }; const { [key]: v } = { a: 2 }; return [v, n]; })()',
      ),
    ).toEqual([2, 1]);
    expect(
      evaluate(
        '(() => { let n = 0; const o = {}; const key = { toString: () => (n++ === 0 ? "a" : "__proto__") }; o[key] = 1; return [o, n]; })()',
      ),
    ).toEqual([{ a: 1 }, 1]);
  });
});

describe('host functions behind helpers', () => {
  it.each(hostBehindHelpers)('%s', (code, value) => {
    if (value === 'refused') expect(() => evaluate(code)).toThrow(ExpressionError);
    else expect(evaluate(code)).toEqual(value);
  });

  it('does not call code generators, however they were obtained', () => {
    const makers = [
      Function,
      Object.getPrototypeOf(async () => undefined).constructor,
      Object.getPrototypeOf(function* () {}).constructor,
    ] as unknown[];
    for (const maker of makers)
      expect(evaluationError('given("return 1")', { extra: { given: maker } })).toMatchObject({ code: 'EXPRESSION_FORBIDDEN' });
    expect(evaluate('new given("return 1")', { extra: { given: Function } })).toBeUndefined();
  });

  it('exposes only own fields of unknown classes', () => {
    class Decimal {
      readonly digits = [1];
      secret(): string {
        return 'called';
      }
    }
    const run = { items: [{ json: { d: new Decimal() } }] };
    expect(evaluate('[$json.d.digits, typeof $json.d.secret, $json.d + "", Object.keys($json.d)]', run)).toEqual([
      [1],
      'undefined',
      '[object Object]',
      ['digits'],
    ]);
    expect(evaluate('$json.d.secret()', run)).toBeUndefined();
  });
});

describe('side effects', () => {
  it('do not reach built-ins of the next run', () => {
    const scope = sampleScope();
    const attacks = [
      'Object.prototype.p = 1',
      '[].map.p = 1',
      'Math.max = () => 0',
      'JSON.stringify = () => "x"',
      'Array.prototype.map = 0',
      'this.x = 1',
      '$json.__proto__.p = 1',
      'globalThis.x = 1',
      'DateTime.now = () => 0',
    ];
    for (const attack of attacks) {
      try {
        compileExpression(`={{ ${attack} }}`).evaluate(scope);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
      }
    }
    expect(evaluate('[({}).p, typeof [].map, Math.max(1, 2), JSON.stringify([1]), typeof x, DateTime.now().isValid]')).toEqual([
      undefined,
      'function',
      2,
      '[1]',
      'undefined',
      true,
    ]);
  });

  it('do not include variables without declaration', () => {
    const scope = sampleScope();
    expect(compileExpression('={{ kept = 5 }}').evaluate(scope)).toBe(5);
    expect(compileExpression('={{ kept }}').evaluate(scope)).toBeUndefined();
  });
});

describe('internal errors within try', () => {
  it.each(['({}).constructor', '[...process]', 'while (true) {}', '(function f() { f(); })()'])('%s is not caught', (attack) => {
    expect(evaluationError(`(() => { try { ${attack} } catch { return "caught"; } })()`)).toBeInstanceOf(ExpressionError);
    expect(evaluationError(`(() => { try { ${attack} } finally { return "passed"; } })()`)).toBeInstanceOf(ExpressionError);
  });

  it('others are', () =>
    expect(evaluate('(() => { try { "x".toDateTime() } catch (e) { return e.message } })()')).toBe('cannot convert to Luxon DateTime'));
});
