// A link that opens an external page in a new tab.
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface OutsideLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function OutsideLink({ to, className, children }: OutsideLinkProps): ReactNode {
  return (
    <a className={className} href={to} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon of={ExternalLink} size={12} />
    </a>
  );
}
