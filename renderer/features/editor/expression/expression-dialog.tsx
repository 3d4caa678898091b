// The expression dialog: variables on the left, the expression and its result on the right.
import { Sparkles } from 'lucide-react';
import { lazy, Suspense, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssistantModel } from '../../../state/assistant.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useOpenNode } from '../open-node/index.ts';
import { ExpressionEditor, insertText } from './expression-editor.tsx';
import { ItemSwitcher, useItemKeys } from './item-switcher.tsx';
import { useResult } from './use-result.ts';
import { VariableSelector } from './variable-selector.tsx';

const WriteExpression = lazy(async () => ({ default: (await import('./write-expression.tsx')).WriteExpression }));

interface ExpressionDialogProps {
  readonly title: string;
  /** The expression, with its leading `=`. */
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

const ROWS = 12;

export function ExpressionDialog({ title, text, isReadOnly, onText, onClose }: ExpressionDialogProps): ReactNode {
  const { t } = useTranslation('expression');
  const { scope, parents } = useOpenNode();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const result = useResult(text);
  const stepItem = useItemKeys();
  const nodes = useMemo(() => parents.map(({ name }) => name), [parents]);
  const insert = (code: string): void => {
    if (field.current === null || isReadOnly) return;
    const { value, selectionStart, selectionEnd } = field.current;
    const before = value.slice(0, selectionStart);
    // Inside braces, only the code is inserted.
    const isInside = before.lastIndexOf('{{') > before.lastIndexOf('}}');
    insertText(field.current, selectionStart, selectionEnd, isInside ? code : `{{ ${code} }}`);
  };
  return (
    <Dialog title={t('dialogTitle', { name: title })} isOpen width="80vw" onClose={onClose}>
      <div className="expression-dialog" data-edits-node="">
        <VariableSelector onPick={insert} />
        <div className="expression-side" onKeyDown={stepItem}>
          <div className="expression-heading">
            <label className="field-label" htmlFor={id}>
              {t('expression')}
            </label>
            {isReadOnly ? null : <WriteButton parameter={title} current={text.slice(1)} onUse={(code) => onText(`=${code}`)} />}
          </div>
          <div className="expression-large">
            <ExpressionEditor
              ref={(element) => {
                field.current = element;
                if (element !== null && document.activeElement !== element && element.dataset['wasFocused'] === undefined) {
                  element.dataset['wasFocused'] = '';
                  element.focus();
                  element.setSelectionRange(element.value.length, element.value.length);
                }
              }}
              id={id}
              code={text.slice(1)}
              onCode={(code) => onText(`=${code}`)}
              scope={scope}
              nodes={nodes}
              isReadOnly={isReadOnly}
              rows={ROWS}
              placeholder={t('placeholder')}
            />
          </div>
          <div className="expression-heading">
            <span className="field-label">{t('result')}</span>
            <ItemSwitcher />
          </div>
          <output className="expression-output" data-kind={result.kind} htmlFor={id} tabIndex={0}>
            {result.text}
          </output>
        </div>
      </div>
    </Dialog>
  );
}

interface WriteButtonProps {
  readonly parameter: string;
  readonly current: string;
  readonly onUse: (code: string) => void;
}

/** Nothing unless the user has chosen a model to ask. */
function WriteButton({ parameter, current, onUse }: WriteButtonProps): ReactNode {
  const { t } = useTranslation('expression');
  const model = useAssistantModel();
  const [isOpen, setIsOpen] = useState(false);
  if (model === undefined) return null;
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <Icon of={Sparkles} size={14} />
        {t('write')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <WriteExpression
            parameter={parameter}
            current={current}
            onUse={(code) => {
              setIsOpen(false);
              onUse(code);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
