// Asks whether a workflow may use a folder or run a command, while its node waits.
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../engine/contract/permissions.ts';
import type { ConsentDecision, ConsentQuestion } from '../../../engine/contract/rest/consents.ts';
import { consentsApi } from '../../api/consents.ts';
import { editorApi } from '../../api/editor.ts';
import { selectUser } from '../../state/session.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { failureToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import './consents.css';

/** Shows the oldest open question, if this user may answer it. */
export function ConsentDialog(): ReactNode {
  const user = useAppSelector(selectUser);
  const { data: settings } = editorApi.endpoints.settings.useQueryState();
  const canDecide = settings?.asksForConsent === true && user !== null && mayDo(user.globalRole.name, 'consent:manage');
  const { data } = consentsApi.useConsentsQuery(undefined, { skip: !canDecide });
  const question = canDecide ? data?.questions[0] : undefined;
  return question === undefined ? null : <ConsentPrompt key={question.id} question={question} />;
}

/** One question. */
export function ConsentPrompt({ question }: { readonly question: ConsentQuestion }): ReactNode {
  const { t } = useTranslation('consents');
  const dispatch = useAppDispatch();
  const [send] = consentsApi.useAnswerConsentMutation();
  const [isDecided, setIsDecided] = useState(false);
  const { id, kind, subject, workflowId, workflowName, node } = question;
  const response = async (decision: ConsentDecision): Promise<void> => {
    setIsDecided(true);
    const { error } = await send({ params: { id }, body: { answer: decision } });
    if (error !== undefined) dispatch(failureToast(t('failed'), error));
  };
  return (
    <Dialog
      title={t(`ask.${kind}`)}
      isOpen={!isDecided}
      onClose={() => void response('refuse')}
      width="520px"
      footer={
        <>
          <Button autoFocus onClick={() => void response('refuse')}>
            {t('ask.refuse')}
          </Button>
          {workflowId === '' ? null : <Button onClick={() => void response('always')}>{t('ask.always')}</Button>}
          <Button kind="primary" onClick={() => void response('once')}>
            {t('ask.once')}
          </Button>
        </>
      }
    >
      <p>{t(`ask.${kind}Text`, { node, workflow: workflowName })}</p>
      <pre className="consent-subject">{subject}</pre>
      <p className="consent-hint">{t(`ask.${kind}Hint`)}</p>
    </Dialog>
  );
}
