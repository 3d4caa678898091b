// The buttons below a text that is sent to the model: send it, or cancel the answer.
import { Send, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ASSISTANT_PROMPT_LENGTH } from '../../../engine/contract/rest/constants.ts';
import { useAssistantModel } from '../../state/assistant.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Question } from './use-question.ts';

interface SendBarProps {
  readonly question: Question;
  /** The whole text that is sent. */
  readonly prompt: string;
  readonly isOff?: boolean;
}

export function SendBar({ question, prompt, isOff = false }: SendBarProps): ReactNode {
  const { t } = useTranslation('assistant');
  const model = useAssistantModel();
  const isTooLong = prompt.length > ASSISTANT_PROMPT_LENGTH;
  const canSend = !isOff && !isTooLong && prompt.trim() !== '' && model !== undefined;
  return (
    <div className="assistant-bar">
      <span className="field-hint" role={isTooLong ? 'alert' : undefined}>
        {isTooLong
          ? t('send.tooLong', { count: ASSISTANT_PROMPT_LENGTH, shown: ASSISTANT_PROMPT_LENGTH.toLocaleString() })
          : t('send.to', { model: model?.model ?? '' })}
      </span>
      {question.isAsking ? (
        <Button key="cancel" onClick={question.cancel}>
          <Icon of={Square} size={14} />
          {t('send.cancel')}
        </Button>
      ) : (
        <Button key="send" kind="primary" disabled={!canSend} onClick={() => question.ask(prompt)}>
          <Icon of={Send} size={14} />
          {t('send.send')}
        </Button>
      )}
    </div>
  );
}
