// Keys of a shortcut in the notation of this computer.
import './floating.css';
import type { ReactNode } from 'react';

const isMac = /mac/i.test(navigator.userAgent);

/** Keys that are shown as symbols. */
const signs: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

const macSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Delete: '⌫', Enter: '↩' };

/** Formats `Ctrl+Shift+Z` for this computer. */
export function keysText(keys: string): string {
  const parts = keys.split(/\+(?=.)/).map((part) => signs[part] ?? part);
  return isMac ? parts.map((part) => macSigns[part] ?? part).join('') : parts.join('+');
}

export function Keys({ keys }: { readonly keys: string }): ReactNode {
  return (
    <kbd className="keys">
      {keysText(keys)
        .split(/([←↑→↓])/)
        .map((part, index) => (index % 2 === 0 ? part : <ArrowKey key={index}>{part}</ArrowKey>))}
    </kbd>
  );
}

/** Arrows in the monospace font are too small to distinguish. */
function ArrowKey({ children }: { readonly children: string }): ReactNode {
  return <span className="keys-arrow">{children}</span>;
}
