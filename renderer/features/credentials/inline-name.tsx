// The name of a credential in the header of its dialog, edited in place.
import { Pencil } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CREDENTIAL_NAME_LENGTH } from '../../../engine/contract/rest/constants.ts';
import { Icon } from '../../ui/icon.tsx';

export interface InlineNameProps {
  readonly name: string;
  readonly isReadOnly: boolean;
  /** Called with the trimmed name, which may be empty. */
  readonly onChange: (name: string) => void;
}

export function InlineName({ name, isReadOnly, onChange }: InlineNameProps): ReactNode {
  const { t } = useTranslation('credentials');
  const [entered, setEntered] = useState<string>();
  /** Whether a key ended the edit; the focus then returns to the button. */
  const [isLeftByKey, setIsLeftByKey] = useState(false);
  if (isReadOnly) return <span className="credential-name">{name}</span>;
  if (entered === undefined) {
    return (
      <button type="button" className="credential-name" title={t('rename')} autoFocus={isLeftByKey} onClick={() => setEntered(name)}>
        <span>{name}</span>
        <Icon of={Pencil} size={12} />
      </button>
    );
  }
  const end = (): void => {
    setEntered(undefined);
    setIsLeftByKey(false);
    if (entered.trim() !== name) onChange(entered.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // Otherwise Escape would also close the dialog.
    event.stopPropagation();
    if (event.key === 'Enter') end();
    else setEntered(undefined);
    setIsLeftByKey(true);
  };
  return (
    <input
      className="input credential-name"
      aria-label={t('name')}
      value={entered}
      maxLength={CREDENTIAL_NAME_LENGTH}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setEntered(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={end}
    />
  );
}
