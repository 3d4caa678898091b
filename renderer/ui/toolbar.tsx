// Groups of controls that are one tab stop, with arrow keys within: toolbars and segments.
import './toolbar.css';
import { Tooltip } from './floating/tooltip.tsx';
import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface ToolbarProps {
  /** Accessible name. */
  readonly label: string;
  /** `group` if the controls form a single choice. */
  readonly role?: 'toolbar' | 'group';
  readonly className?: string;
  readonly children: ReactNode;
}

const controls = (box: HTMLElement): readonly HTMLElement[] => [...box.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')];

/** Makes one control the tab stop: the last used control, otherwise the chosen one, otherwise the first. */
function ensureOneStop(box: HTMLElement, current: Element | null): void {
  const all = controls(box);
  const stop = all.find((control) => control === current) ?? all.find((control) => control.ariaPressed === 'true') ?? all[0];
  for (const control of all) control.tabIndex = control === stop ? 0 : -1;
}

export function Toolbar({ label, role = 'toolbar', className, children }: ToolbarProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const current = useRef<Element>(null);
  // On every render, since controls may be added and removed.
  useLayoutEffect(() => {
    if (box.current !== null) ensureOneStop(box.current, current.current);
  });
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    // Key events of a control's menu also arrive here.
    if (box.current?.contains(event.target as Node) !== true || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = controls(box.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(next + all.length) % all.length]?.focus();
  };
  return (
    <div
      ref={box}
      role={role}
      aria-label={label}
      className={className}
      onKeyDown={move}
      onFocus={({ target }) => {
        const control = target.closest('button, a[href]');
        if (box.current === null || control === null || !box.current.contains(control)) return;
        current.current = control;
        ensureOneStop(box.current, control);
      }}
    >
      {children}
    </div>
  );
}

export interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  /** `name`: accessible name and tooltip of an option whose label is an icon. */
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly name?: string }[];
  readonly onChange: (value: V) => void;
}

/** A choice between a few options, side by side; a single tab stop. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>): ReactNode {
  return (
    <Toolbar role="group" label={label} className="segments">
      {options.map(({ value: own, label: content, name }) => {
        const button = (
          <button key={own} type="button" aria-label={name} aria-pressed={own === value} onClick={() => onChange(own)}>
            {content}
          </button>
        );
        return name === undefined ? (
          button
        ) : (
          <Tooltip key={own} label={name}>
            {button}
          </Tooltip>
        );
      })}
    </Toolbar>
  );
}
