import { describe, expect, it } from 'vitest';
import { Echoes } from './echoes.ts';

describe('echoes', () => {
  it('are values that the editor has reported, however late they return', () => {
    const echoes = new Echoes();
    for (const text of ['a', 'ab', 'abc']) echoes.reported(text);
    expect(echoes.isEcho('a')).toBe(true);
    expect(echoes.isEcho('abc')).toBe(true);
    expect(echoes.isEcho('abc')).toBe(false);
  });

  it('skip what was reported in between', () => {
    const echoes = new Echoes();
    for (const text of ['a', 'ab', 'abc']) echoes.reported(text);
    expect(echoes.isEcho('ab')).toBe(true);
    expect(echoes.isEcho('a')).toBe(false);
    expect(echoes.isEcho('abc')).toBe(true);
  });

  it('are not values from elsewhere, nor those of before', () => {
    const echoes = new Echoes();
    echoes.reported('a');
    expect(echoes.isEcho('other')).toBe(false);
    echoes.clear();
    expect(echoes.isEcho('a')).toBe(false);
  });
});
