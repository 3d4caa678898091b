// Keys of a shortcut, as this computer writes them.
import './floating.css';
import type { ReactNode } from 'react';

const isMac = /mac/i.test(navigator.userAgent);

/** Keys that have a sign of their own on every keyboard. */
const signs: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

const macSigns: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Delete: '⌫', Enter: '↩' };

/** `Ctrl+Shift+Z` as text of this computer. */
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

/** The arrows of the font for data are too small to be told apart. */
function ArrowKey({ children }: { readonly children: string }): ReactNode {
  return <span className="keys-arrow">{children}</span>;
}
