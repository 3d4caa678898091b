// An inline notice: information, warning or error.
import './notice.css';
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const icons: Readonly<Record<NoticeKind, LucideIcon>> = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };

export interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly title?: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export function Notice({ kind = 'info', title, action, children }: NoticeProps): ReactNode {
  return (
    <div className="notice" data-kind={kind} role={kind === 'error' ? 'alert' : 'note'}>
      <Icon of={icons[kind]} />
      <div className="notice-text">
        {title === undefined ? null : <strong>{title}</strong>}
        {children === undefined ? null : <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
