// The calculator of agents: its arithmetic, and what a model learns from an error.
import { describe, expect, it } from 'vitest';
import { callTool } from '../../testing/models/call-tool.ts';
import { calculate } from './calculate.ts';

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['7 % 4 + 1', 4],
    ['7 mod 4', 3],
    ['5!', 120],
    ['3!!', 720],
    ['1.5e3 + .5', 1500.5],
    ['0.1 + 0.2', 0.3],
    ['9007199254740991', 9_007_199_254_740_991],
    ['12 × 3 ÷ 4 − 1', 8],
    ['2 * pi', 6.28318530717959],
    ['sqrt(16) + cbrt(27)', 7],
    ['round(2.345, 2)', 2.35],
    ['round(1.005; 2)', 1.01],
    ['max(1, 2 * 3, 4) - min(5, 3)', 3],
    ['log(e)', 1],
    ['log(8, 2)', 3],
    ['log10(1000)', 3],
    ['hypot(3, 4)', 5],
    ['SIN(pi / 2)', 1],
    ['avg(1, 2, 6) + sum(1, 2)', 6],
    ['atan2(0, 1) + pow(2, 5)', 32],
  ])('%s is %d', (expression, value) => {
    expect(calculate(expression)).toBe(value);
  });

  it.each([
    ['', 'empty'],
    ['1 +', 'ends too early'],
    ['(1 + 2', 'A ")" is missing'],
    ['1 2', 'Unexpected "2"'],
    ['1,000 * 2', 'without thousands separators'],
    ['x + 1', '"x" is not known'],
    ['sqrt 4', 'in parentheses'],
    ['sqrt(1, 2)', '"sqrt" takes 1'],
    ['constructor(1)', 'There is no function "constructor"'],
    ['process.exit(1)', '"." cannot be computed'],
    ['"a" + 1', '""" cannot be computed'],
    ['1 / (2 - 2)', 'divides by zero'],
    ['sqrt(-1)', 'not a real number'],
    ['10 ^ 400', 'too large'],
    ['1.5!', 'whole numbers'],
    [`${'('.repeat(300)}1`, 'nested too deeply'],
    ['1'.repeat(10_001), 'longer than'],
  ])('%s fails', (expression, message) => {
    expect(() => calculate(expression)).toThrow(message);
  });

  it('with very many factors is computed at once', () => {
    expect(calculate('20!')).toBe(2_432_902_008_176_640_000);
    expect(() => calculate('1e300!')).toThrow('too large');
  });
});

describe('the Calculator', () => {
  it('computes what a model writes', async () => {
    const { tools, reply, run } = await callTool({ type: 'toolCalculator', node: 'Calculator', args: { input: '17 * 23' } });
    expect(tools).toMatchObject([{ name: 'calculator', parameters: { required: ['input'] } }]);
    expect(reply).toBe('391');
    expect(run?.data).toEqual({ ai_tool: [[{ json: { response: '391' } }]] });
  });

  it('tells the model why an expression cannot be computed', async () => {
    const { reply, run } = await callTool({ type: 'toolCalculator', args: { input: '1,000 * 2' } });
    expect(reply).toBe('Error: Unexpected ",". Write numbers without thousands separators.');
    expect(run?.executionStatus).toBe('success');
  });
});
