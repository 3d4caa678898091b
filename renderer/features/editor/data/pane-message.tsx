// What a pane says where it has no items to show.
import type { ReactNode } from 'react';

export interface PaneMessageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

export function PaneMessage({ title, text, icon, children }: PaneMessageProps): ReactNode {
  return (
    <div className="data-message" role="status">
      {icon}
      <strong>{title}</strong>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </div>
  );
}
