// Copies a text and confirms it.
import './copy.css';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** Duration of the confirmation in milliseconds. */
const CONFIRMED_FOR = 2000;

function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: () => {
      void copyText(text).then(setIsCopied);
    },
  };
}

/** Copies text; returns whether it succeeded. Pages without TLS have only the legacy clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    const container = document.activeElement?.closest('[role="dialog"]') ?? document.body;
    const focused = document.activeElement;
    container.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isDone;
  }
}

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly isSmall?: boolean;
}

export function CopyButton({ text, label, isSmall = false }: CopyButtonProps): ReactNode {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy(text);
  return (
    <Button onClick={copy} size={isSmall ? 'small' : 'normal'}>
      <Icon of={isCopied ? Check : Copy} size={isSmall ? 14 : 16} />
      <span aria-live="polite">{isCopied ? t('copied') : label}</span>
    </Button>
  );
}

/** Like `CopyButton`, without a visible label. */
export function CopyIconButton({ text, label }: Omit<CopyButtonProps, 'isSmall'>): ReactNode {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy(text);
  return (
    <>
      <IconButton label={isCopied ? t('copied') : label} size="small" side="top" onClick={copy}>
        <Icon of={isCopied ? Check : Copy} size={14} />
      </IconButton>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? t('copied') : ''}
      </span>
    </>
  );
}

/** A text to copy, such as a key or a URL. */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy(text);
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="copy-field">
        <input className="input copy-text" readOnly value={text} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
        <IconButton kind="normal" label={isCopied ? t('copied') : t('copy')} onClick={copy}>
          <Icon of={isCopied ? Check : Copy} />
        </IconButton>
      </div>
      <span className="visually-hidden" aria-live="polite">
        {isCopied ? t('copied') : ''}
      </span>
    </div>
  );
}
