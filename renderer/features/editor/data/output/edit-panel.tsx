// Edits the output as JSON, which is pinned when it is saved.
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { pinOutput } from '../../actions/pin-output.ts';
import { CodeEditor } from '../../code/index.ts';
import type { PinProblem } from '../../document/pinned.ts';
import { useOpenNode } from '../../open-node/index.ts';
import { editedOutput, textOfItems } from './edited-output.ts';

const ID = 'output-edit';

/** Shown in the pane's head, where toasts do not cover them. */
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

export interface OutputEdit {
  /** The edited text; undefined while nothing is edited. */
  readonly draft: string | undefined;
  /** Starts editing the json of items; their files are kept. */
  readonly begin: (items: readonly Item[]) => void;
  /** Undefined discards the edit. */
  readonly setDraft: (draft: string | undefined) => void;
  /** Why the text could not be saved; cleared by the next change. */
  readonly problem: PinProblem | undefined;
  /** Pins the edited items; returns whether that succeeded. */
  readonly save: () => Promise<boolean>;
  /** Asks whether to save or discard an edit before the view closes; returns whether it may close. */
  readonly leave: () => Promise<boolean>;
}

export function useOutputEdit(): OutputEdit {
  const { t } = useTranslation('data');
  const { editor, id } = useOpenNode();
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<PinProblem>();
  const latest = useRef(draft);
  latest.current = draft;
  const before = useRef<{ readonly text: string; readonly items: readonly Item[] }>({ text: '', items: [] });
  return useMemo(() => {
    const write = (next: string | undefined): void => {
      latest.current = next;
      setDraft(next);
      setProblem(undefined);
    };
    const begin = (items: readonly Item[]): void => {
      before.current = { text: textOfItems(items), items };
      write(before.current.text);
    };
    const save = async (): Promise<boolean> => {
      const output = editedOutput(latest.current ?? '', before.current.items);
      if ('reason' in output) {
        setProblem(output);
        return false;
      }
      if (!(await pinOutput(editor, id, output.items))) return false;
      write(undefined);
      if (output.droppedFiles > 0)
        editor.ui.notify({ kind: 'warning', title: t('edit.filesLeft', { count: output.droppedFiles }), message: t('edit.filesLeftHint') });
      return true;
    };
    const leave = async (): Promise<boolean> => {
      const written = latest.current;
      if (written === undefined || written === before.current.text) return true;
      const response = await editor.ui.ask({
        title: t('edit.leaveTitle'),
        message: t('edit.leaveText'),
        confirm: t('edit.save'),
        other: t('edit.discard'),
      });
      return response === 'other' || (response === 'confirm' && save());
    };
    return { draft, begin, setDraft: write, problem, save, leave };
  }, [draft, problem, editor, id, t]);
}
