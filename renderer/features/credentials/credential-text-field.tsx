// Field for a text or number of a credential, entered as a literal value or as an expression, such as a reference to an external secret.
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInexact } from '../../../engine/contract/exact-numbers.ts';
import { STORED_SECRET } from '../../../engine/contract/rest/constants.ts';
import { credentialExpression, credentialText, hasCode, secretsNamed } from '../../../engine/workflow/values/credential-text.ts';
import { storedText } from '../../../engine/workflow/values/fixed-text.ts';
import { credentialsApi } from '../../api/credentials.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/toolbar.tsx';
import { isStored } from './credential-values.ts';
import { SecretCompletion } from './secret-completion.tsx';

type Mode = 'value' | 'expression';

export interface CredentialTextFieldProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly rows: number | undefined;
  readonly hint?: string;
  readonly error?: string;
  readonly placeholder?: string | undefined;
  readonly value: unknown;
  readonly isSecret: boolean;
  readonly isNumber: boolean;
  /** Whether a secret value is stored. It is not sent to the browser: it stays until something else is entered, or until it is removed. */
  readonly isInStore: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onBlur?: () => void;
}

export function CredentialTextField(props: CredentialTextFieldProps): ReactNode {
  const { value, onChange, label, isRequired, rows, placeholder, isSecret, isNumber, isInStore } = props;
  const { t } = useTranslation('credentials');
  const { mode, text, change, toggle } = useModes(props);
  const isExpression = mode === 'expression';
  const isStoredSecret = isStored(value);
  const isRemoved = isInStore && value === '';
  const stored = isStoredSecret ? t('form.storedHint') : isRemoved ? t('form.removedHint') : undefined;
  const preview = usePreview(isExpression, value);
  const own = props.hint === undefined ? {} : { hint: props.hint };
  const hints = stored !== undefined ? { hint: stored } : (preview ?? (hasCode(text) ? { hint: t('form.literal') } : own));
  const { error } = props;
  return (
    <div
      className="credential-text"
      onBlur={({ currentTarget, relatedTarget }) => {
        // Its tools belong to the field.
        if (!currentTarget.contains(relatedTarget)) props.onBlur?.();
      }}
    >
      <SecretCompletion
        {...{ label, isRequired, rows, isExpression }}
        {...(error === undefined ? hints : { error })}
        // An expression is not secret, and could not be edited unseen.
        type={isSecret && !isExpression ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        inputMode={isNumber && !isExpression ? 'decimal' : undefined}
        value={text}
        placeholder={isStoredSecret ? t('form.stored') : isExpression ? '' : placeholder}
        onChange={change}
      />
      <div className="credential-text-tools">
        {isInStore && !isRequired ? (
          <Button
            size="small"
            kind="quiet"
            aria-label={t(isRemoved ? 'form.keepOf' : 'form.removeOf', { name: label })}
            onClick={() => onChange(isRemoved ? STORED_SECRET : '')}
          >
            {t(isRemoved ? 'form.keep' : 'form.remove')}
          </Button>
        ) : null}
        <Segments
          label={t('form.mode', { name: label })}
          value={mode}
          options={(['value', 'expression'] as const).map((each) => ({ value: each, label: t(`form.${each}`) }))}
          onChange={toggle}
        />
      </div>
    </div>
  );
}

interface Modes {
  readonly mode: Mode;
  /** What the field shows. */
  readonly text: string;
  readonly change: (text: string) => void;
  readonly toggle: (mode: Mode) => void;
}

/** Whether the user edits a value or an expression. A new expression contains no code yet. */
function useModes({ value, onChange, isSecret, isNumber, isInStore }: CredentialTextFieldProps): Modes {
  const [chosen, setChosen] = useState<Mode>('value');
  const [draft, setDraft] = useState<string>();
  const otherModes = useRef<Partial<Record<Mode, unknown>>>({});
  const expression = credentialExpression(value);
  const mode = expression === undefined ? chosen : 'expression';
  const plain = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const text = isStored(value) ? '' : (expression?.slice(1) ?? credentialText(plain));
  const write = (next: Mode, stored: unknown): void => {
    setChosen(next);
    onChange(stored === '' && isInStore ? STORED_SECRET : stored);
  };
  return {
    mode,
    // While a number is being written, such as `1.`.
    text: typeof value === 'number' && draft !== undefined && numberOf(draft) === value ? draft : text,
    change: (next) => {
      setDraft(next);
      const code = text === '' || mode === 'value' ? next.replace(/^=(?=\s*\{\{)/, '') : next;
      if (mode === 'expression') write('expression', hasCode(code) ? `=${code}` : storedText(code));
      // References to external secrets are expressions without `=`, as the documentation writes them.
      else if (secretsNamed(`=${code}`).length > 0) write('expression', `=${code}`);
      else write('value', (isNumber ? numberOf(next) : undefined) ?? storedText(next));
    },
    toggle: (next) => {
      if (next === mode) return;
      otherModes.current[mode] = value;
      // A typed secret stays masked: only values can be masked, so the field does not switch to an expression.
      const initialText = isSecret || expression !== undefined ? '' : value;
      write(next, otherModes.current[next] ?? initialText);
    },
  };
}

/** Returns undefined for a text that is not a number, or has more digits than a number can represent. */
const numberOf = (text: string): number | undefined =>
  text.trim() === '' || Number.isNaN(Number(text)) || isInexact(text) ? undefined : Number(text);

/** Says which external secrets an expression reads, never their values; undefined for values. */
function usePreview(isExpression: boolean, value: unknown): { readonly hint: string } | { readonly error: string } | undefined {
  const { t } = useTranslation('credentials');
  const { data: providers } = credentialsApi.useSecretNamesQuery(undefined, { skip: !isExpression });
  if (!isExpression) return undefined;
  const expression = credentialExpression(value);
  if (expression === undefined) return { hint: t('form.expressionHint', { code: '{{ $secrets.env.API_KEY }}' }) };
  const names = secretsNamed(expression);
  if (names.length === 0) return { hint: t('form.evaluated') };
  const secretNames = new Set(providers?.flatMap((each) => each.names.map((name) => `${each.provider}.${name}`)));
  const missing = providers === undefined ? [] : names.filter((name) => !secretNames.has(name));
  if (missing.length > 0) return { error: t('form.noSecret', { names: missing.join(', ') }) };
  return { hint: t('form.reads', { names: names.join(', ') }) };
}
