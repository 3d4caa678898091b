// Tooltips that name an element on hover and focus, and question marks that explain one.
import './floating.css';
import { Tooltip as Base } from '@base-ui/react/tooltip';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { Keys } from './keys.tsx';

export interface TooltipProps {
  readonly label: ReactNode;
  readonly shortcut?: string;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** Whether the tooltip is turned off. Default: false. */
  readonly isOff?: boolean;
  readonly children: ReactElement<Record<string, unknown>>;
}

export function Tooltip({ label, shortcut, side = 'bottom', isOff = false, children }: TooltipProps): ReactNode {
  return (
    <Base.Root
      disabled={isOff}
      // Escape also closes the dialog that contains the element.
      onOpenChange={(_, { reason, allowPropagation }) => {
        if (reason === 'escape-key') allowPropagation();
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="floating-layer">
          <Base.Popup className="raised tooltip">
            {label}
            {shortcut === undefined ? null : <Keys keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Rendered once around the application: consecutive tooltips appear without a delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return <Base.Provider delay={500}>{children}</Base.Provider>;
}

/** A question mark beside a label that explains the field on hover and focus. */
export function HelpTip({ text }: { readonly text: string }): ReactNode {
  return (
    <Tooltip label={text} side="top">
      <button type="button" className="help-tip" aria-label={text}>
        <Icon of={CircleQuestionMark} size={14} />
      </button>
    </Tooltip>
  );
}
