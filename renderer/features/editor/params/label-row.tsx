// The row above an input: its name, what it is about, the switch between fixed and expression, and what can be done with it.
import { CircleHelp, EllipsisVertical, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { SafeHtml } from './safe-html.tsx';

export interface LabelRowProps {
  readonly property: NodeProperty;
  readonly id: string;
  readonly isDisabled: boolean;
  readonly isCompact: boolean;
  readonly isExpression: boolean;
  readonly takesExpression: boolean;
  readonly onToggle: (wanted: 'fixed' | 'expression') => void;
  readonly onReset: () => void;
  readonly onRemove?: (() => void) | undefined;
}

export function LabelRow({
  property,
  id,
  isDisabled,
  isCompact,
  isExpression,
  takesExpression,
  onToggle,
  onReset,
  onRemove,
}: LabelRowProps): ReactNode {
  const { t } = useTranslation('params');
  const name = property.displayName;
  return (
    <div className="param-head">
      <label id={`${id}-label`} htmlFor={id} className={isCompact ? 'visually-hidden' : 'param-label'}>
        {name}
        {property.required === true ? (
          <span className="param-required" aria-hidden>
            *
          </span>
        ) : null}
      </label>
      {isCompact || property.description === undefined || property.description === name ? null : (
        <Tooltip label={<SafeHtml html={property.description} />} side="top">
          <button type="button" className="param-help" aria-label={t('about', { name })}>
            <Icon of={CircleHelp} size={13} />
          </button>
        </Tooltip>
      )}
      <span className="param-grow" />
      {isDisabled ? null : (
        <span className="param-tools" data-shown={isExpression}>
          {isCompact ? null : (
            <Menu
              trigger={
                <IconButton label={t('options', { name })} size="small" className="param-more">
                  <Icon of={EllipsisVertical} size={14} />
                </IconButton>
              }
              entries={[{ id: 'reset', label: t('reset'), onSelect: onReset }]}
            />
          )}
          {takesExpression ? (
            <span className="param-switch" role="group" aria-label={t('kindOf', { name })}>
              <button type="button" aria-pressed={!isExpression} onClick={() => (isExpression ? onToggle('fixed') : undefined)}>
                {t('fixed')}
              </button>
              <button type="button" aria-pressed={isExpression} onClick={() => (isExpression ? undefined : onToggle('expression'))}>
                {t('expression')}
              </button>
            </span>
          ) : null}
          {onRemove === undefined ? null : (
            <IconButton label={t('remove', { name })} size="small" className="param-more" onClick={onRemove}>
              <Icon of={Trash2} size={13} />
            </IconButton>
          )}
        </span>
      )}
    </div>
  );
}
