// A question mark beside a label that explains the field on hover and focus.
import './help-tip.css';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';

export function HelpTip({ text }: { readonly text: string }): ReactNode {
  return (
    <Tooltip label={text} side="top">
      <button type="button" className="help-tip" aria-label={text}>
        <Icon of={CircleQuestionMark} size={14} />
      </button>
    </Tooltip>
  );
}
