// First-time tips, and the sandbox of HTML pages.
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { SafeFrame } from './binary/html-view.tsx';
import { FirstTimeTip } from './first-time-tip.tsx';

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

describe('a first-time tip', () => {
  it('appears after a delay, disappears, and is never shown again', () => {
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

describe('an HTML page from the data', () => {
  it('runs no scripts and loads only images', () => {
    render(<SafeFrame html="<script>alert(1)</script>" title="Page" />);
    const frame = screen.getByTitle('Page');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
  });
});
