// Editing of the output: what is written becomes the node's pinned data.
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { pinOutput } from '../actions/pin-output.ts';
import type { PinProblem } from '../document/pinned.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { editedOutput, textOfItems } from './edit-output.ts';

export interface OutputEdit {
  /** The text that is edited; undefined while it is not. */
  readonly draft: string | undefined;
  /** Begins to edit the json of items; their files stay with them. */
  readonly begin: (items: readonly Item[]) => void;
  /** Undefined ends it. */
  readonly setDraft: (draft: string | undefined) => void;
  /** Why the text could not be saved; gone as soon as it is changed. */
  readonly problem: PinProblem | undefined;
  /** Pins what is written; returns whether it could be. */
  readonly save: () => Promise<boolean>;
  /** Asks what is to become of an edit before the view closes; returns whether it may. */
  readonly leave: () => Promise<boolean>;
}

export function useOutputEdit(): OutputEdit {
  const { t } = useTranslation('data');
  const { editor, id } = useNodeView();
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
      const made = editedOutput(latest.current ?? '', before.current.items);
      if ('reason' in made) {
        setProblem(made);
        return false;
      }
      if (!(await pinOutput(editor, id, made.items))) return false;
      write(undefined);
      if (made.left > 0)
        editor.ui.notify({ kind: 'warning', title: t('edit.filesLeft', { count: made.left }), message: t('edit.filesLeftHint') });
      return true;
    };
    const leave = async (): Promise<boolean> => {
      const written = latest.current;
      if (written === undefined || written === before.current.text) return true;
      const answer = await editor.ui.ask({
        title: t('edit.leaveTitle'),
        message: t('edit.leaveText'),
        confirm: t('edit.save'),
        other: t('edit.discard'),
      });
      return answer === 'other' || (answer === 'confirm' && save());
    };
    return { draft, begin, setDraft: write, problem, save, leave };
  }, [draft, problem, editor, id, t]);
}
