// JMESPath queries on data: results, forbidden names, and limits of growth.
import { describe, expect, it } from 'vitest';
import { evaluate, evaluationError, itemsOf } from '../../testing/sample-run.ts';

const run = {
  items: itemsOf({
    people: [
      { name: 'Al', age: 3 },
      { name: 'Bo', age: 1 },
    ],
    nested: [[1], [2, 3]],
  }),
};

describe('$jmespath', () => {
  it.each([
    ['$jmespath($json.people, "[*].name")', ['Al', 'Bo']],
    ['$jmesPath($json, "people[?age > `1`].name")', ['Al']],
    ['$jmespath($json, "people | [0].{n: name}")', { n: 'Al' }],
    ['$jmespath($json, "nested[]")', [1, 2, 3]],
    ['$jmespath($json, "sort_by(people, &age)[0].name")', 'Bo'],
    ['$jmespath($json, "none")', null],
    ['$jmespath(null, "a")', null],
    ['$jmespath($json, "people[")', undefined],
    ['$jmespath($json, "nope(people)")', undefined],
    ['$jmespath($json, "sum(people)")', undefined],
    ['[1, 2].map(() => $jmespath($json, "length(people)"))', [2, 2]],
    ['($json.people.push({ name: "Cy" }), $jmespath($json, "people[-1].name"))', 'Cy'],
    ["Array.from({ length: 600 }, (_, n) => $jmespath({ n: [n] }, `n[${n % 2}] || '${n}'`)).length", 600],
  ])('%s', (code, value) => expect(evaluate(code, run)).toEqual(value));

  it.each([
    ['$jmespath("text", "a")', { context: { type: 'invalid_jmespath_arguments' } }],
    ['$jmespath($json)', { context: { type: 'invalid_jmespath_arguments' } }],
    ['$jmespath($json, "constructor")', { code: 'EXPRESSION_FORBIDDEN' }],
    ['$jmespath($json, "people[*].{a: toString}")', { code: 'EXPRESSION_FORBIDDEN' }],
    ['$jmespath($json, "a".repeat(6000))', { code: 'EXPRESSION_BUDGET' }],
    ['$jmespath($json, "[@,@,@,@,@,@,@,@,@,@]" + "[].[@,@,@,@,@,@,@,@,@,@]".repeat(9))', { code: 'EXPRESSION_BUDGET' }],
  ])('%s fails', (code, failure) => expect(evaluationError(code, run)).toMatchObject(failure));
});
