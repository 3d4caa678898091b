// The dialog that asks the user's model about an error. It shows the whole text before anything is sent.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../../../engine/contract/run-data.ts';
import { Checkbox } from '../../../../ui/fields/checkbox.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Dialog } from '../../../../ui/floating/dialog.tsx';
import { Answer, SendBar, useQuestion } from '../../../assistant/index.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { errorQuestion, itemSection } from './error-question.ts';

export interface AskErrorProps {
  readonly error: ErrorData;
  /** Message and description as the panel shows them. */
  readonly message: string;
  readonly description: string | undefined;
  /** Index of the item at which the node failed. */
  readonly itemIndex: number | undefined;
  readonly onClose: () => void;
}

const ROWS = 12;

export function AskError({ error, message, description, itemIndex, onClose }: AskErrorProps): ReactNode {
  const { t } = useTranslation('assistant');
  const { node, description: type, input, selection } = useOpenNode();
  const question = useQuestion();
  const [prompt, setPrompt] = useState(() =>
    errorQuestion({ node, properties: type?.properties ?? [], error, message, description }, (key) => t(`error.prompt.${key}`)),
  );
  const [hasItem, setHasItem] = useState(false);
  const item = input.items?.[itemIndex ?? selection.item];
  const section = item === undefined ? '' : itemSection(t('error.prompt.item'), item.json);
  const include = (isOn: boolean): void => {
    setHasItem(isOn);
    // What the user has written stays.
    setPrompt((before) => (isOn ? before + section : before.replace(section, () => '')));
  };
  return (
    <Dialog title={t('error.title')} isOpen width="720px" onClose={onClose}>
      <div className="assistant-form">
        <p>{t('error.about')}</p>
        {item === undefined ? null : (
          <Checkbox label={t('error.includeItem')} isOn={hasItem} onChange={include} isDisabled={question.isAsking} />
        )}
        <TextField label={t('send.text')} value={prompt} onChange={setPrompt} rows={ROWS} spellCheck={false} disabled={question.isAsking} />
        <SendBar question={question} prompt={prompt} />
        <Answer question={question} />
      </div>
    </Dialog>
  );
}
