// Single-line and multi-line text, and secrets.
import { Maximize2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fixedText } from '../../../../../engine/workflow/values/fixed-text.ts';
import { displayText } from '../../../../../engine/workflow/values/display-text.ts';
import { isSaveKey } from '../../../../lib/keys.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/floating/dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useFieldAction } from '../../open-node/index.ts';
import { enteredText, literalText } from '../entered-text.ts';
import type { ParameterInputProps } from '../parameter-input.tsx';
import { useDialog } from '../../../../ui/floating/focus.ts';

/** Rows of the text area in the dialog. */
const DIALOG_ROWS = 15;

export function TextInput(props: ParameterInputProps): ReactNode {
  const { property, value, onChange, isDisabled, isInvalid, id, describedBy, onBlur } = props;
  const text = fixedText(displayText(value ?? ''));
  const enter = (next: string): void =>
    onChange(property.noDataExpression === true ? literalText(property, next) : enteredText(text, next));
  const rows = property.typeOptions?.rows ?? 1;
  const common = {
    id,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    'aria-required': property.required,
    readOnly: isDisabled,
    placeholder: property.placeholder,
    spellCheck: false,
    onBlur,
  };
  if (rows > 1 || property.typeOptions?.['alwaysOpenEditWindow'] === true)
    return <TextArea {...props} onChange={(next) => enter(String(next))} rows={rows} text={text} common={common} />;
  return (
    <input
      {...common}
      className="input"
      type={property.typeOptions?.password === true ? 'password' : 'text'}
      autoComplete="off"
      value={onOneLine(text)}
      onChange={(event) => enter(fromOneLine(text, event.currentTarget.value))}
    />
  );
}

interface TextAreaProps extends ParameterInputProps {
  readonly rows: number;
  readonly text: string;
  readonly common: object;
}

function TextArea({ property, rows, text, common, onChange, isDisabled, actions }: TextAreaProps): ReactNode {
  const { t } = useTranslation('params');
  const { isOpen, button, open, close } = useDialog();
  useFieldAction(actions, 'enlarge', open);
  return (
    <div className="param-area">
      <textarea {...common} className="input" rows={rows} value={text} onChange={(event) => onChange(event.currentTarget.value)} />
      <IconButton ref={button} label={t('actions.enlarge')} size="small" tabIndex={-1} onClick={open}>
        <Icon of={Maximize2} size={13} />
      </IconButton>
      {isOpen ? <TextDialog title={property.displayName} text={text} isReadOnly={isDisabled} onChange={onChange} onClose={close} /> : null}
    </div>
  );
}

interface TextDialogProps {
  readonly title: string;
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onClose: () => void;
}

/** Escape restores the previous text. */
function TextDialog({ title, text, isReadOnly, onChange, onClose }: TextDialogProps): ReactNode {
  const { t } = useTranslation('params');
  const [draft, setDraft] = useState(text);
  return (
    <Dialog
      title={title}
      isOpen
      width="80vw"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            kind="primary"
            disabled={isReadOnly}
            onClick={() => {
              onChange(draft);
              onClose();
            }}
          >
            {t('apply')}
          </Button>
        </>
      }
    >
      <textarea
        className="input param-text-dialog"
        data-edits-node=""
        aria-label={title}
        autoFocus
        spellCheck={false}
        readOnly={isReadOnly}
        rows={DIALOG_ROWS}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        // The current text is saved with the workflow, even while it is being edited.
        onKeyDown={(event) => {
          if (isSaveKey(event) && !isReadOnly) onChange(draft);
        }}
      />
    </Dialog>
  );
}

const parts = (text: string): readonly string[] => text.match(/\r?\n|[^]/gu) ?? [];

const withCaretLine = (part: string): string => (part.endsWith('\n') ? '|' : part);

/** Multi-line texts in a single-line field: line breaks are shown as `|` and restored after an edit. */
export const onOneLine = (text: string): string => text.replaceAll(/\r?\n/g, '|');

/** Returns the text after its single-line form was edited to `after`; line breaks outside the edit are restored. */
export function fromOneLine(before: string, after: string): string {
  const old = parts(before);
  const now = parts(after);
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && withCaretLine(old[start] as string) === now[start]) start++;
  let end = 0;
  while (end < least - start && withCaretLine(old.at(-1 - end) as string) === now.at(-1 - end)) end++;
  return [...old.slice(0, start), ...now.slice(start, now.length - end), ...old.slice(old.length - end)].join('');
}
