// The output, opened for editing: JSON that is pinned when it is saved.
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CodeEditor } from '../code/index.ts';
import type { OutputEdit } from './use-output-edit.ts';

const ID = 'output-edit';

/** Stands in the head of the pane: what comes up at the corner of the window does not cover it. */
export function EditButtons({ edit }: { readonly edit: OutputEdit }): ReactNode {
  const { t } = useTranslation('data');
  return (
    <span className="data-edit-buttons">
      <Button size="small" onClick={() => edit.setDraft(undefined)}>
        {t('edit.cancel')}
      </Button>
      <Button size="small" kind="primary" onClick={() => void edit.save()}>
        {t('edit.save')}
      </Button>
    </span>
  );
}

export function EditPanel({ edit }: { readonly edit: OutputEdit }): ReactNode {
  const { t } = useTranslation('data');
  const { draft = '', problem } = edit;
  useEffect(() => document.getElementById(ID)?.focus(), []);
  return (
    <div className="data-edit">
      <p className="data-edit-hint">{t('edit.hint')}</p>
      <div className="data-edit-text">
        <CodeEditor
          id={ID}
          label={t('edit.label')}
          language="json"
          value={draft}
          onChange={edit.setDraft}
          rows={20}
          isInvalid={problem !== undefined}
          describedBy={problem === undefined ? undefined : `${ID}-problem`}
        />
      </div>
      {problem === undefined ? null : (
        <div id={`${ID}-problem`}>
          <Notice kind="error" title={t(problem.reason === 'invalid-json' ? 'edit.invalid' : 'pin.data-too-large')}>
            {problem.message}
          </Notice>
        </div>
      )}
    </div>
  );
}
