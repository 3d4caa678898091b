// Notices, callouts and buttons of node types.
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '../../../../../engine/workflow/values/own-properties.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { SafeHtml } from '../../../../ui/safe-html.tsx';
import type { ParameterInputProps } from '../parameter-input.tsx';

export function CalloutInput({ property }: ParameterInputProps): ReactNode {
  return (
    <div className="param-notice" data-kind="callout" role="note">
      <Icon of={Info} size={14} />
      <SafeHtml html={property.displayName} />
    </div>
  );
}

/** The action of a button is part of the node's package, which the editor cannot run; only its description is shown. */
export function ButtonInput({ property, value, onChange, isDisabled, id, describedBy }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const config = isRecord(property.typeOptions?.['buttonConfig']) ? property.typeOptions['buttonConfig'] : {};
  const label = typeof config['label'] === 'string' ? config['label'] : property.displayName;
  const hasField = config['hasInputField'] === true;
  return (
    <div className="param-group">
      {hasField ? (
        <textarea
          id={id}
          className="input"
          rows={3}
          aria-label={label}
          aria-describedby={describedBy}
          readOnly={isDisabled}
          placeholder={property.placeholder}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : null}
      <Button size="small" className="param-add" aria-disabled title={t('buttonUnavailable')}>
        {label}
      </Button>
      <span className="param-hint">{t('buttonUnavailable')}</span>
    </div>
  );
}

export function NoticeInput({ property }: ParameterInputProps): ReactNode {
  return (
    <div className="param-notice" role="note">
      <SafeHtml html={property.displayName} />
    </div>
  );
}

export const HiddenInput = (): ReactNode => null;
