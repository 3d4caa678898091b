// Every built-in of expressions charges the budget, and the more, the more it reads. `npm run bench:costs` measures whether it charges enough.
import { describe, expect, it } from 'vitest';
import { builtInCalls, constantCalls } from '../testing/built-ins/calls.ts';
import { dataMakers } from '../testing/built-ins/sized-data.ts';
import { dataFor, measure } from '../testing/built-ins/measured-cost.ts';
import { sampleScope } from '../testing/sample-run.ts';
import { globalNames } from './builtins/globals.ts';
import { dataNames } from './data/names.ts';
import { typeOfValue } from './guard/types.ts';
import { compileExpression } from './index.ts';
import { membersOf } from './members.ts';

const SMALL = 500;
const LARGE = 20 * SMALL;

const calls = Object.values(builtInCalls).flat();
const mentions = (list: readonly string[], member: string): boolean =>
  list.some((call) => new RegExp(`\\.${member}\\b(?!\\s*:)`).test(call));

/** Whether a call reads data whose size varies. */
function isSized(call: string): boolean {
  const names = [...call.matchAll(/\$json\.(\w+)/g)].map(([, name = '']) => name);
  return /\bN\b/.test(call) || names.some((name) => (dataMakers[name]?.length ?? 0) > 0);
}

/** Returns the value of a call over a few data. */
function valueOf(call: string): unknown {
  const scope = sampleScope({ items: [{ json: dataFor(call, 20, new Map()) as never }] });
  try {
    return compileExpression(`={{ ${call.replace(/\bN\b/g, '20')} }}`).read(scope);
  } catch {
    return undefined;
  }
}

/** All values that calls return, by the name of their type. */
const valuesByType = new Map<string, unknown>();
for (const call of calls) {
  const value = valueOf(call);
  if (value === undefined || value === null) continue;
  const type = typeOfValue(value);
  if (!valuesByType.has(type.name)) valuesByType.set(type.name, value);
}

describe('the calls', () => {
  it('cover every type of value that a built-in returns', () => {
    expect([...valuesByType.keys()].filter((type) => builtInCalls[type] === undefined)).toEqual([]);
    expect(valuesByType.size).toBeGreaterThan(30);
  });

  it.each([...valuesByType])('cover every member of %s', (type, value) => {
    const list = builtInCalls[type] ?? [];
    const members = membersOf(value).filter(({ kind }) => kind !== 'field');
    // The data names of another item are those of this one.
    const names = members.map(({ name }) => name).filter((name) => type !== 'ItemData' || !dataNames.has(name));
    expect(names.filter((name) => !mentions(list, name))).toEqual([]);
  });

  it('cover every global, its members, and every data name', () => {
    const list = builtInCalls['globals'] ?? [];
    const globals = [...globalNames].filter(([, value]) => value instanceof Object || typeof value === 'object');
    const names = globals.flatMap(([name, value]) => [
      ...(typeof value === 'function' ? [name] : []),
      ...membersOf(value)
        .filter((member) =>
          typeof value === 'function' ? member.kind === 'method' : member.kind === 'method' && Object.hasOwn(value as object, member.name),
        )
        .map((member) => `${name}.${member.name}`),
    ]);
    const isCalled = (name: string): boolean => list.some((call) => new RegExp(`(?<![\\w.$])${name.replaceAll('.', '\\.')}\\b`).test(call));
    expect(names.filter((name) => !isCalled(name))).toEqual([]);
    const data = builtInCalls['data'] ?? [];
    expect([...dataNames.keys()].filter((name) => !data.some((call) => call.startsWith(name)))).toEqual([]);
    expect(names.length + dataNames.size).toBeGreaterThan(200);
  });
});

describe('the charge', () => {
  it.each(Object.entries(builtInCalls))('of %s grows with what a call reads', (_, list) => {
    const small = new Map<string, unknown>();
    const large = new Map<string, unknown>();
    const wrong: string[] = [];
    for (const call of list) {
      const least = measure(call, SMALL, dataFor(call, SMALL, small));
      if (least.failure !== undefined) wrong.push(`${call}: ${least.failure}`);
      if (!isSized(call) || constantCalls.test(call)) continue;
      const most = measure(call, LARGE, dataFor(call, LARGE, large));
      if (most.share < 1 && most.steps < least.steps * 3) wrong.push(`${call}: ${Math.round(least.steps)}, then ${Math.round(most.steps)}`);
    }
    expect(wrong).toEqual([]);
  });
});
