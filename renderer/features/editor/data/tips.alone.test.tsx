// Hints that are given once, and pages of others that run nothing.
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { FirstTimeTip } from './first-time-tip.tsx';
import { SafeFrame } from './safe-frame.tsx';

const draw = (hideAfter?: number): void => {
  render(
    <I18nextProvider i18n={i18n}>
      <FirstTimeTip flag="test.tip" text="Look here" {...(hideAfter === undefined ? {} : { hideAfter })} />
    </I18nextProvider>,
  );
};
const pass = (milliseconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a hint for the first time', () => {
  it('comes after a moment, goes by itself, and is never given again', () => {
    draw(6000);
    pass(499);
    expect(screen.queryByText('Look here')).toBeNull();
    pass(1);
    screen.getByText('Look here');
    pass(6000);
    expect(screen.queryByText('Look here')).toBeNull();
    cleanup();
    draw();
    pass(10_000);
    expect(screen.queryByText('Look here')).toBeNull();
  });
});

describe('a page of somebody else', () => {
  it('runs nothing, and asks for nothing but pictures', () => {
    render(<SafeFrame html="<script>alert(1)</script>" title="Page" />);
    const frame = screen.getByTitle('Page');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
  });
});
