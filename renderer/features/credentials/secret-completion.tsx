// Completion of `$secrets` in a credential's field: the providers and names of external secrets, below the field.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { credentialsApi } from '../../api/credentials.ts';
import { TextField, type TextFieldProps } from '../../ui/fields/field.tsx';

interface Provider {
  readonly provider: string;
  readonly names: readonly string[];
}

interface SecretSuggestions {
  /** Start of the text before the caret that a suggestion replaces. */
  readonly from: number;
  readonly options: readonly { readonly label: string; readonly insert: string; readonly isLast: boolean }[];
}

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 50;

/** Returns suggestions for the text before the caret; undefined outside of braces, and if nothing matches. */
export function secretsAt(before: string, providers: readonly Provider[]): SecretSuggestions | undefined {
  if (before.lastIndexOf('{{') <= before.lastIndexOf('}}')) return undefined;
  const matching = (all: readonly string[], typed = ''): readonly string[] =>
    all.filter((each) => each !== typed && each.toLowerCase().startsWith(typed.toLowerCase())).slice(0, MAX_SUGGESTIONS);
  const toSuggestions = (length: number, options: SecretSuggestions['options']): SecretSuggestions | undefined =>
    options.length === 0 ? undefined : { from: before.length - length, options };

  const [part, provider = '', name = ''] = /(?<=\$secrets\.)(\w+)\.([\w.-]*)$/.exec(before) ?? [];
  if (part !== undefined) {
    const secretNames = providers.find((each) => each.provider === provider)?.names ?? [];
    const options = matching(secretNames, name).map((label) => ({ label, insert: member(label), isLast: true }));
    return toSuggestions(name.length + 1, options);
  }
  const [, typed] = /\$secrets\.(\w*)$/.exec(before) ?? [];
  if (typed !== undefined) {
    const all = providers.map((each) => each.provider);
    return toSuggestions(
      typed.length,
      matching(all, typed).map((label) => ({ label, insert: `${label}.`, isLast: false })),
    );
  }
  const [root = ''] = /(?<![\w$])\$\w*$/.exec(before) ?? [];
  if (root === '' || providers.length === 0) return undefined;
  return toSuggestions(
    root.length,
    matching(['$secrets'], root).map((label) => ({ label, insert: `${label}.`, isLast: false })),
  );
}

const member = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

/** Suggestions for a field, which the keyboard walks. `onChange` is called with the text that contains the suggestion that was taken. */
function useSuggestions(isExpression: boolean, onChange: (value: string) => void) {
  const { data: providers = [] } = credentialsApi.useSecretNamesQuery(undefined, { skip: !isExpression });
  const [suggestions, setSuggestions] = useState<SecretSuggestions>();
  const [active, setActive] = useState(0);
  const options = isExpression ? (suggestions?.options ?? []) : [];
  const suggest = (text: string): void => {
    setSuggestions(secretsAt(text, providers));
    setActive(0);
  };
  const take = (input: HTMLInputElement, index: number): void => {
    const option = options[index];
    if (suggestions === undefined || option === undefined) return;
    const caret = input.selectionStart ?? input.value.length;
    const start = input.value.slice(0, suggestions.from) + option.insert;
    onChange(start + input.value.slice(caret));
    requestAnimationFrame(() => input.setSelectionRange(start.length, start.length));
    if (option.isLast) setSuggestions(undefined);
    else suggest(start);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    if (event.key === ' ' && event.ctrlKey) suggest(input.value.slice(0, input.selectionStart ?? 0));
    else if (options.length === 0) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((active - 1 + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(input, active);
    else if (event.key === 'Escape') {
      // Otherwise Escape would also close the dialog.
      event.nativeEvent.stopImmediatePropagation();
      event.stopPropagation();
      setSuggestions(undefined);
    } else return;
    event.preventDefault();
  };
  return { options, active, suggest, take, close: () => setSuggestions(undefined), onKeyDown };
}

/** A text field that completes `$secrets` in expressions, which are written without their `=`. */
export function SecretCompletion({
  onChange,
  isExpression,
  ...field
}: Omit<TextFieldProps, 'onChange'> & { readonly onChange: (value: string) => void; readonly isExpression: boolean }): ReactNode {
  const list = useId();
  const { options, active, suggest, take, close, onKeyDown } = useSuggestions(isExpression, onChange);
  const isOpen = options.length > 0;
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': list,
    'aria-activedescendant': isOpen ? `${list}-${active}` : undefined,
  } as const;
  return (
    <div className="secret-completion">
      <TextField
        {...field}
        {...(isExpression ? combobox : {})}
        onChange={(value, caret) => {
          onChange(value);
          suggest(value.slice(0, caret ?? value.length));
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isOpen ? <SuggestionList id={list} options={options} active={active} onTake={take} /> : null}
    </div>
  );
}

interface SuggestionListProps {
  readonly id: string;
  readonly options: SecretSuggestions['options'];
  readonly active: number;
  readonly onTake: (input: HTMLInputElement, index: number) => void;
}

function SuggestionList({ id: list, options, active, onTake }: SuggestionListProps): ReactNode {
  const { t } = useTranslation('credentials');
  return (
    <ul id={list} className="menu secret-suggestions" role="listbox" aria-label={t('form.secrets')}>
      {options.map(({ label }, index) => (
        <li
          key={label}
          id={`${list}-${index}`}
          className="menu-item"
          role="option"
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          ref={(row) => (index === active ? row?.scrollIntoView({ block: 'nearest' }) : undefined)}
          // Keeps the focus in the field.
          onMouseDown={(event) => {
            event.preventDefault();
            const input = event.currentTarget.closest('.secret-completion')?.querySelector<HTMLInputElement>('.input');
            if (input !== null && input !== undefined) onTake(input, index);
          }}
        >
          <code>{label}</code>
        </li>
      ))}
    </ul>
  );
}
