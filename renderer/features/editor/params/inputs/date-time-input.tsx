// A date and time picker with shortcuts.
import { DateTime } from 'luxon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Toolbar } from '../../../../ui/toolbar.tsx';
import type { ParameterInputProps } from '../parameter-input.tsx';

/** Shortcuts: days before today, by text key. */
const shortcuts = { today: 0, yesterday: 1, weekAgo: 7 } as const;

/** Converts a stored value to the picker's format; returns an empty text for other values. */
function pickerText(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  const date = DateTime.fromISO(value.replace(' ', 'T'), { setZone: true });
  return date.isValid ? date.toFormat("yyyy-MM-dd'T'HH:mm:ss") : '';
}

export function DateTimeInput({
  property,
  value,
  onChange,
  isDisabled,
  isInvalid,
  id,
  describedBy,
  onBlur,
}: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  return (
    <div className="param-date">
      <input
        id={id}
        className="input"
        type="datetime-local"
        step={1}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        aria-required={property.required}
        readOnly={isDisabled}
        value={pickerText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {isDisabled ? null : (
        <Toolbar label={t('date.shortcuts', { name: property.displayName })} className="param-shortcuts">
          {Object.entries(shortcuts).map(([name, days]) => (
            <Button
              key={name}
              kind="quiet"
              size="small"
              onClick={() => onChange(DateTime.now().startOf('day').minus({ days }).toFormat("yyyy-MM-dd'T'HH:mm:ss"))}
            >
              {t(`date.${name}`)}
            </Button>
          ))}
        </Toolbar>
      )}
    </div>
  );
}
