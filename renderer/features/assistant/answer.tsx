// The answer of a model while it arrives, and how it ended.
import './assistant.css';
import { LoaderCircle } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { replyHtml } from '../../ui/reply-html.ts';
import type { Question } from './use-question.ts';

interface AnswerProps {
  readonly question: Question;
  /** Replaces the text of the answer. */
  readonly children?: ReactNode;
}

/** Nothing until a question was asked. */
export function Answer({ question, children }: AnswerProps): ReactNode {
  const { t } = useTranslation('assistant');
  const { state, text } = question;
  if (state.status === 'idle') return null;
  return (
    <section className="assistant-answer" aria-label={t('answer.title')} aria-busy={question.isAsking}>
      {text === '' ? null : (children ?? <Text text={text} />)}
      <p className="assistant-state" role="status">
        {question.isAsking ? (
          <>
            <Icon of={LoaderCircle} size={14} /> {t(text === '' ? 'answer.waiting' : 'answer.arriving')}
          </>
        ) : state.status === 'cancelled' ? (
          t('answer.cancelled')
        ) : state.status === 'done' ? (
          t(text.trim() === '' ? 'answer.empty' : 'answer.done')
        ) : null}
      </p>
      {state.status === 'failed' ? (
        <Notice kind="error" title={t('answer.failed')}>
          {state.failure.message} {state.failure.hint ?? ''}
        </Notice>
      ) : null}
      {text !== '' && !question.isAsking ? <CopyButton label={t('answer.copy')} text={text} isSmall /> : null}
    </section>
  );
}

/** Models may repeat what others wrote, so nothing of an answer is loaded or run. */
function Text({ text }: { readonly text: string }): ReactNode {
  const html = useMemo(() => replyHtml(text), [text]);
  if (html === undefined) return <p className="assistant-plain">{text}</p>;
  // oxlint-disable-next-line react/no-danger -- sanitized by replyHtml
  return <div className="reply-markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
