// The row above an input: label, help, the switch between fixed value and expression, and a menu.
import { CircleHelp, EllipsisVertical, SquareFunction, Trash2, Type, type LucideIcon } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/floating/menu.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { Tooltip } from '../../../ui/floating/tooltip.tsx';
import type { FieldAction, FieldActions } from '../open-node/index.ts';

interface LabelRowProps {
  readonly property: NodeProperty;
  readonly id: string;
  readonly isDisabled: boolean;
  readonly isCompact: boolean;
  readonly isExpression: boolean;
  readonly takesExpression: boolean;
  readonly onToggle: (mode: 'fixed' | 'expression') => void;
  readonly onReset: () => void;
  readonly offers: readonly FieldAction[];
  readonly actions: FieldActions;
  readonly onRemove?: (() => void) | undefined;
  /** Text after the label, such as the type of a column. */
  readonly note?: string | undefined;
}

/** Rendered only if its own props change: its menus and tooltips cost more than the rest of a field. */
export const LabelRow = memo(function LabelRow(props: LabelRowProps): ReactNode {
  const { property, id, isDisabled, isCompact, note } = props;
  const { t } = useTranslation('params');
  const name = property.displayName;
  const hasHelp = !isCompact && property.description !== undefined && property.description !== name;
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
      {note === undefined ? null : <span className="param-note">{note}</span>}
      {isDisabled && !hasHelp ? null : (
        <Toolbar label={t('tools', { name })} className="param-toolbar">
          {hasHelp ? (
            <Tooltip label={<SafeHtml html={property.description ?? ''} />} side="top">
              <button type="button" className="param-help" aria-label={t('about', { name })}>
                <Icon of={CircleHelp} size={13} />
              </button>
            </Tooltip>
          ) : null}
          {isDisabled ? null : <Tools {...props} />}
        </Toolbar>
      )}
    </div>
  );
});

function Tools(props: LabelRowProps): ReactNode {
  const { property, isCompact, isExpression, takesExpression, onToggle, onReset, offers, actions, onRemove } = props;
  const { t } = useTranslation('params');
  const name = property.displayName;
  return (
    <span className="param-tools" data-shown={isExpression}>
      {isCompact && !isExpression ? null : <FieldMenu {...{ name, onReset, offers, actions }} />}
      {takesExpression ? (
        <span className="param-switch" role="group" aria-label={t('kindOf', { name })}>
          <Kind icon={Type} name={t('fixed')} isChosen={!isExpression} onChoose={() => onToggle('fixed')} />
          <Kind icon={SquareFunction} name={t('expression')} isChosen={isExpression} onChoose={() => onToggle('expression')} />
        </span>
      ) : null}
      {onRemove === undefined ? null : (
        <IconButton label={t('remove', { name })} size="small" className="param-more" onClick={onRemove}>
          <Icon of={Trash2} size={13} />
        </IconButton>
      )}
    </span>
  );
}

interface KindProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Shows its name, or its icon if the row is narrow. */
function Kind({ icon, name, isChosen, onChoose }: KindProps): ReactNode {
  return (
    <button type="button" title={name} aria-pressed={isChosen} onClick={isChosen ? undefined : onChoose}>
      <span className="param-switch-word">{name}</span>
      <span className="param-switch-icon">
        <Icon of={icon} size={12} />
      </span>
    </button>
  );
}

interface FieldMenuProps {
  /** Label of the field. */
  readonly name: string;
  readonly onReset: () => void;
  /** Additional actions, which the input has registered. */
  readonly offers: readonly FieldAction[];
  readonly actions: FieldActions;
  readonly more?: readonly MenuEntry[];
}

export function FieldMenu({ name, onReset, offers, actions, more = [] }: FieldMenuProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <Menu
      trigger={
        <IconButton label={t('options', { name })} size="small" className="param-more">
          <Icon of={EllipsisVertical} size={14} />
        </IconButton>
      }
      entries={[
        { id: 'reset', label: t('reset'), onSelect: onReset },
        ...offers.map((action) => ({ id: action, label: t(`actions.${action}`), onSelect: () => actions.current[action]?.() })),
        ...more,
      ]}
    />
  );
}
