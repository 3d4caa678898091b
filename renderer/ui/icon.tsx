// Icons of the interface, from lucide.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function Icon({ of: Shape, size = 16 }: { readonly of: LucideIcon; readonly size?: number }): ReactNode {
  return <Shape size={size} strokeWidth={1.75} aria-hidden focusable={false} />;
}
