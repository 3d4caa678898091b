// A pill with the name of a tag, or a state in its color.
import './tag.css';
import type { ReactNode } from 'react';

/** A long text is cut off, and is its tooltip. */
export function Tag({ children }: { readonly children: string }): ReactNode {
  return (
    <span className="tag" title={children}>
      {children}
    </span>
  );
}

export type StatusKind = 'ok' | 'bad' | 'run' | 'wait' | 'off';

export interface StatusProps {
  readonly kind: StatusKind;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

export function Status({ kind, icon, children }: StatusProps): ReactNode {
  return (
    <span className="status" data-kind={kind}>
      {icon}
      {children}
    </span>
  );
}
