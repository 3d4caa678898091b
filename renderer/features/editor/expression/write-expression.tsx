// The dialog in which the user's model writes an expression. Its answer is a proposal with its result, which the user may use.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { Answer, SendBar, expressionIn, useQuestion } from '../../assistant/index.ts';
import { useOpenNode } from '../open-node/index.ts';
import { expressionQuestion } from './expression-question.ts';
import { ItemSwitcher, useItemKeys } from './item-switcher.tsx';
import { useResult } from './use-result.ts';

interface WriteExpressionProps {
  /** Name of the parameter. */
  readonly parameter: string;
  /** The current expression without its `=`. */
  readonly current: string;
  readonly onUse: (code: string) => void;
  readonly onClose: () => void;
}

export function WriteExpression({ parameter, current, onUse, onClose }: WriteExpressionProps): ReactNode {
  const { t } = useTranslation('assistant');
  const { input, selection, parents } = useOpenNode();
  const question = useQuestion();
  const [wish, setWish] = useState('');
  const [hasValues, setHasValues] = useState(false);
  const item = input.items?.[selection.item];
  const nodes = parents.map(({ name }) => name);
  const prompt = expressionQuestion({ parameter, wish, current, item, nodes, hasValues }, (key) => t(`expression.prompt.${key}`));
  const code = expressionIn(question.text);
  const isProposed = question.state.status === 'done' && code !== '';
  return (
    <Dialog title={t('expression.title', { name: parameter })} isOpen width="720px" onClose={onClose}>
      <div className="assistant-form">
        <TextField
          label={t('expression.wish')}
          placeholder={t('expression.wishPlaceholder')}
          value={wish}
          onChange={setWish}
          rows={3}
          disabled={question.isAsking}
        />
        {item === undefined ? null : (
          <Checkbox label={t('expression.includeValues')} isOn={hasValues} onChange={setHasValues} isDisabled={question.isAsking} />
        )}
        <div className="field">
          <span className="field-label" aria-hidden>
            {t('send.text')}
          </span>
          <pre className="assistant-prompt" tabIndex={0} role="region" aria-label={t('send.text')}>
            {prompt}
          </pre>
        </div>
        <SendBar question={question} prompt={prompt} isOff={wish.trim() === ''} />
        <Answer question={question}>
          <code className="expression-proposal">{code}</code>
        </Answer>
        {isProposed ? <Proposal code={code} onUse={() => onUse(code)} /> : null}
      </div>
    </Dialog>
  );
}

/** The result of the proposal for the chosen item. Nothing of it is in the field until the user takes it. */
function Proposal({ code, onUse }: { readonly code: string; readonly onUse: () => void }): ReactNode {
  const { t } = useTranslation('assistant');
  const result = useResult(`=${code}`);
  const stepItem = useItemKeys();
  return (
    <div className="expression-side" onKeyDown={stepItem}>
      <div className="expression-heading">
        <span className="field-label">{t('expression.result')}</span>
        <ItemSwitcher />
      </div>
      <output className="expression-output" data-kind={result.kind} tabIndex={0} aria-label={t('expression.result')}>
        {result.text}
      </output>
      <div className="assistant-bar">
        <span className="field-hint">{t('expression.useHint')}</span>
        <Button kind="primary" onClick={onUse}>
          {t('expression.use')}
        </Button>
      </div>
    </div>
  );
}
