// A remark of the node's author, among the fields.
import type { ReactNode } from 'react';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';

export function NoticeInput({ property }: ParameterInputProps): ReactNode {
  return (
    <div className="param-notice" role="note">
      <SafeHtml html={property.displayName} />
    </div>
  );
}

export const HiddenInput = (): ReactNode => null;
