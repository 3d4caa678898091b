// A color picker with a text field, and an alpha slider if the property has `showAlpha`.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { colorText, readColor } from '../../../../lib/color.ts';

export function ColorInput({ property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur }: ParameterInputProps): ReactNode {
  const { t } = useTranslation('params');
  const hasAlpha = property.typeOptions?.['showAlpha'] === true;
  const text = typeof value === 'string' ? value : '';
  const color = readColor(text) ?? { hex: '#000000', alpha: 1 };
  return (
    <div className="param-color">
      <input
        type="color"
        aria-label={t('pickColor', { name: property.displayName })}
        disabled={isDisabled}
        data-empty={text === ''}
        value={color.hex}
        onChange={(event) => onChange(colorText({ ...color, hex: event.currentTarget.value }, hasAlpha))}
      />
      <input
        id={id}
        className="input"
        aria-invalid={isInvalid || (text !== '' && readColor(text) === undefined)}
        aria-describedby={describedBy}
        readOnly={isDisabled}
        value={text}
        placeholder={property.placeholder ?? (hasAlpha ? 'rgba(0, 0, 0, 1)' : '#000000')}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {hasAlpha ? (
        <input
          type="range"
          min={0}
          max={1}
          step={0.01}
          aria-label={t('alpha', { name: property.displayName })}
          disabled={isDisabled}
          value={color.alpha}
          onChange={(event) => onChange(colorText({ ...color, alpha: Number(event.currentTarget.value) }, true))}
        />
      ) : null}
    </div>
  );
}
